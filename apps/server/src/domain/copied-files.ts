import type { NodeJson } from '@longhand/document';

/**
 * Copies the pictures of new content into its document and returns the content with the ids of the
 * copies.
 *
 * Without copies, the pictures would disappear with their original document. They would also be
 * hidden from readers of only the new document. Pictures that the user may not read are left
 * unchanged. Refuses `no_room`.
 */
export type CopyFiles = (given: {
  userId: string;
  documentId: string;
  content: NodeJson;
}) => Promise<NodeJson>;
