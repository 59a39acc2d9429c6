import type { Moment } from './moment.ts';

/** Tables of erasures, and of legal holds with the view of everything that is held. */
export type ErasuresTables = {
  erasures: {
    id: string;
    user_id: string;
    asked_by: string | null;
    removes_words: boolean;
    created_at: Moment;
    ended_at: Moment | null;
  };
  erasure_documents: { erasure_id: string; document_id: string; done_at: Moment | null };
  holds: {
    id: string;
    kind: 'person' | 'project' | 'document';
    object_id: string;
    reason: string;
    made_by: string | null;
    made_at: Moment;
    ended_by: string | null;
    ended_at: Moment | null;
  };
  held: { kind: 'person' | 'project' | 'document'; id: string };
};
