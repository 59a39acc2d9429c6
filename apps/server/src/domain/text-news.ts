import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Number of an author's suggestions that another user accepted and rejected. */
export type Decisions = {
  readonly author: string;
  readonly by: string;
  readonly accepted: number;
  readonly rejected: number;
};

/**
 * News found in a document's text when it was counted: new mentions with their authors, and decided
 * suggestions.
 */
export type TextNews = {
  readonly documentId: string;
  readonly mentions: readonly { readonly userId: string; readonly by: string }[];
  readonly decisions: readonly Decisions[];
};

/** Called once with the news, in the transaction that marks it as known. */
export type NotifyOfText = (trx: Kysely<Schema>, news: TextNews) => Promise<void>;
