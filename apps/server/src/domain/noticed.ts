import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** What somebody did to suggestions of somebody else; `decided`: how cannot be told. */
export type Decisions = {
  readonly author: string;
  readonly by: string;
  readonly accepted: number;
  readonly rejected: number;
  readonly decided: number;
};

/** What was noticed in a document's text when it was counted: people who are named in it now, and by whom, and suggestions that are decided. */
export type News = {
  readonly documentId: string;
  readonly mentions: readonly { readonly userId: string; readonly by: string }[];
  readonly decisions: readonly Decisions[];
};

/** Is told what was noticed, once, in the transaction in which it is noted as known. */
export type Noticed = (trx: Kysely<Schema>, news: News) => Promise<void>;
