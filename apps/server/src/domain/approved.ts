/** Is told that a document has been approved, after the transaction that approved it: what it says then is worth keeping. */
export type Approved = (approval: { documentId: string; userId: string }) => Promise<void>;
