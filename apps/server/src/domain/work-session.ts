import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DocumentState } from './live.ts';

/**
 * Writing of one user in one document in one work session. Words are counted every few seconds, and
 * a difference is attributed to the authors since the last count. A word added and removed in
 * between is not counted.
 */
export type Contribution = {
  readonly userId: string;
  readonly from: Date;
  readonly to: Date;
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
};

/**
 * An ended work session in one document, with the document's current state. The last author is
 * last.
 */
export type WorkSession = DocumentState & {
  readonly documentId: string;
  readonly contributions: readonly Contribution[];
};

/**
 * Called at the end of each work session: when the last user has left a document, and every ten
 * minutes. `trx`: the transaction that ends the session, so that it is reported once.
 */
export type OnWorkSessionEnd = (trx: Kysely<Schema>, session: WorkSession) => Promise<void>;
