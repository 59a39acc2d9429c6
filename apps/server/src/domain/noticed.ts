import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** The numbers of an author's suggestions that another person accepted and rejected. */
export type Decisions = {
  readonly author: string;
  readonly by: string;
  readonly accepted: number;
  readonly rejected: number;
};

/** What was noticed in a document's text when it was counted: people who are named in it now, and by whom, and suggestions that are decided. */
export type News = {
  readonly documentId: string;
  readonly mentions: readonly { readonly userId: string; readonly by: string }[];
  readonly decisions: readonly Decisions[];
};

/** Is told what was noticed, once, in the transaction in which it is noted as known. */
export type Noticed = (trx: Kysely<Schema>, news: News) => Promise<void>;
