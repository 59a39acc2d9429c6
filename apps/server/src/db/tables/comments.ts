import type { ColumnType, Generated } from 'kysely';

/** Tables of comments, reactions and mentions. */
export type CommentsTables = {
  comments: {
    id: string;
    document_id: string;
    thread_id: string;
    parent_id: string | null;
    anchor: ColumnType<Record<string, unknown> | null, string | null, string | null>;
    suggestion_id: string | null;
    body: string;
    author_id: string;
    created_at: Date;
    edited_at: Date | null;
    resolved_at: Date | null;
    resolved_by: string | null;
    deleted_at: Date | null;
    assignee_id: string | null;
    due_on: string | null;
    version: Generated<number>;
  };
  comment_reactions: { comment_id: string; user_id: string; reaction: string; reacted_at: Date };
  comment_mentions: { comment_id: string; user_id: string };
};
