import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DocumentState } from './live.ts';

/**
 * What one person wrote in one document in one sitting. Words are counted every few seconds, and a difference is put down to those
 * who wrote since: a word that came and went in between is not counted.
 */
export type Sitting = {
  readonly userId: string;
  readonly from: Date;
  readonly to: Date;
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
};

/** A stretch of work in one document that has ended, with what the document says now. Who wrote last is last. */
export type Work = DocumentState & { readonly documentId: string; readonly sittings: readonly Sitting[] };

/**
 * Is told of every stretch of work: when the last person has left a document, and after every ten minutes. `trx` is the transaction
 * in which the stretch ends, so that it is told of once. Source: features, History.
 */
export type Worked = (trx: Kysely<Schema>, work: Work) => Promise<void>;
