import type { Kysely } from 'kysely';
import type { DocumentStatus } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';
import { getDocumentAccess, type DocumentAccess } from './membership.ts';

/** Data of a document for its activities. */
export type DocumentInfo = {
  readonly projectId: string | null;
  readonly title: string;
  readonly projectName: string | null;
  readonly status: DocumentStatus;
};

/** Transaction that has locked a document, with the access of the user who changes it. */
export type DocumentTx = {
  readonly trx: Kysely<Schema>;
  readonly access: DocumentAccess;
  readonly info: DocumentInfo;
};

/**
 * Locks a document until the transaction ends, so that changes to it are serialized and checks
 * remain valid. Typing is not blocked: the update log only requires that the document's key stays.
 */
export async function lockDocument(trx: Kysely<Schema>, documentId: string): Promise<void> {
  await trx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .forNoKeyUpdate()
    .execute();
}

/** Locks a document like {@link lockDocument}, and returns its data; null if it does not exist. */
export async function lockAndReadDocument(
  trx: Kysely<Schema>,
  documentId: string,
): Promise<DocumentInfo | null> {
  await lockDocument(trx, documentId);
  const row = await trx
    .selectFrom('documents as d')
    .leftJoin('projects as p', 'p.id', 'd.project_id')
    .select([
      'd.project_id as projectId',
      'd.title as title',
      'p.name as projectName',
      'd.status as status',
    ])
    .where('d.id', '=', documentId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks a document for a user who changes it. Refuses `not_found` if the user has no access; such a
 * user neither waits for the lock nor takes it.
 */
export async function beginDocumentTx(
  trx: Kysely<Schema>,
  { userId, documentId }: { readonly userId: string; readonly documentId: string },
): Promise<DocumentTx> {
  await getDocumentAccess(trx, userId, documentId);
  const info = (await lockAndReadDocument(trx, documentId)) ?? refuse('not_found');
  return { trx, access: await getDocumentAccess(trx, userId, documentId), info };
}

/**
 * Runs a change to a document in a transaction that locks it. Refuses `not_found` if the user has
 * no access; `change` checks the role and the state.
 *
 * @example
 * await withDocument(db, { userId, documentId }, async ({ trx, access }) => {
 *   requireChange(access, 'rename_document');
 *   await setTitle(trx, documentId, title);
 * });
 */
export async function withDocument<Result>(
  db: Kysely<Schema>,
  given: { readonly userId: string; readonly documentId: string },
  change: (tx: DocumentTx) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => change(await beginDocumentTx(trx, given)));
}
