import type { Generated } from 'kysely';

/** Tables of review rounds and of the reviewers' verdicts. */
export type ReviewsTables = {
  reviews: {
    id: string;
    document_id: string;
    version_id: string;
    asked_by: string;
    message: string;
    due_on: string | null;
    later_edits: 'reset' | 'keep';
    locks: boolean;
    state: Generated<'open' | 'approved' | 'ended' | 'cancelled'>;
    created_at: Date;
    ended_at: Date | null;
    reminded_at: Date | null;
    approved_version_id: string | null;
  };
  reviewers: {
    review_id: string;
    user_id: string;
    asked_at: Date;
    verdict: 'approved' | 'approved_with_changes' | 'work_needed' | null;
    words: Generated<string>;
    answered_at: Date | null;
    answered_seq: number | null;
  };
};
