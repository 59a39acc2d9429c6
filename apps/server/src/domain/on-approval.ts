/**
 * Called after the transaction that approved a document, so that a version of its content is
 * stored.
 */
export type OnApproval = (approval: { documentId: string; userId: string }) => Promise<void>;
