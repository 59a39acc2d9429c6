import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { DocumentState } from './live.ts';

/** A document state to store as a version on request. */
export type VersionToSave = {
  readonly documentId: string;
  readonly name: string | null;
  readonly kind: 'named' | 'approval';
  readonly createdBy: string;
  readonly state: DocumentState;
};

/**
 * Stores a version in the caller's transaction, which has locked the document. Returns its id: that
 * of the newest version if it has the same state.
 */
export type SaveVersion = (trx: Kysely<Schema>, version: VersionToSave) => Promise<string>;
