import type { NodeJson } from '@longhand/document';

/**
 * Gives a document its own copies of the pictures in what it is about to say: else they would be gone with the document they came
 * from, and hidden from who reads only the new one. Answers the same content, naming the copies. What the person may not read stays
 * as it is. Refuses `no_room`.
 */
export type CopyFiles = (given: { userId: string; documentId: string; content: NodeJson }) => Promise<NodeJson>;
