/** Table of links to a document for users without an account. */
export type GuestsTables = {
  guest_links: {
    id: string;
    document_id: string;
    token_hash: Buffer;
    role: 'editor' | 'reviewer' | 'viewer';
    password_hash: string | null;
    created_by: string;
    created_at: Date;
    expires_at: Date;
    ended_at: Date | null;
  };
};
