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
 * Reasons to notify users that a projection found in a document's text: new mentions with their
 * authors, and decided suggestions.
 */
export type TextNotifications = {
  readonly documentId: string;
  readonly mentions: readonly { readonly userId: string; readonly by: string }[];
  readonly decisions: readonly Decisions[];
};

/**
 * Sends text notifications once, in the transaction that marks their mentions and decisions as
 * known.
 */
export type SendTextNotifications = (
  trx: Kysely<Schema>,
  found: TextNotifications,
) => Promise<void>;
