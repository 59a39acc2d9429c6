import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DocumentState } from './live.ts';

/** What a document says, to be kept as a version at somebody's word. */
export type WorthKeeping = {
  readonly documentId: string;
  readonly name: string | null;
  readonly kind: 'named' | 'approval';
  readonly createdBy: string;
  readonly state: DocumentState;
};

/** Keeps a version in the transaction that makes it worth keeping, in which the document is held. Answers its id. */
export type KeepVersion = (trx: Kysely<Schema>, version: WorthKeeping) => Promise<string>;
