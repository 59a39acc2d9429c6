import type { Kysely } from 'kysely';
import { limits, type File, type FileAnswer, wrongField } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireChange } from '../../domain/access.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { sizeOfAll } from '../../domain/stored-bytes.ts';
import type { Files } from '../../files/files.ts';
import { kindOf, shownTypes } from '../../files/kinds.ts';
import { withoutMetadata } from '../../files/metadata.ts';
import type { Upload } from '../../http/uploads.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { refuse } from '../../platform/refusal.ts';
import { watch } from './arrival.ts';
import * as store from './store.ts';

/**
 * Dependencies of files. `personBytes`: limit for all files of one user, including those of
 * imports.
 */
export type FilesDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  log: Logger;
  files: Files;
  personBytes: number;
};

/** Limit for the files of a demo user (bytes). */
const demoBytesMax = 20 * 1_024 * 1_024;

const onlyPictures = { errors: [wrongField('files', 'pictures_only')] };

/**
 * Stores the single file of a request under `fileId`. Refuses `invalid` if it is missing or empty.
 */
async function receive(
  { files, clock }: FilesDeps,
  fileId: string,
  uploads: AsyncIterable<Upload>,
): Promise<store.Settled> {
  let settled: store.Settled | null = null;
  for await (const { name, bytes } of uploads) {
    const watched = watch(withoutMetadata(bytes));
    await files.put(fileId, watched.bytes);
    const { type, width, height } = kindOf(watched.head());
    settled = { name, type, size: watched.size(), width, height, stored_at: new Date(clock.now()) };
  }
  if (settled === null) refuse('invalid', { errors: [wrongField('files', 'file_required')] });
  if (settled.size === 0) refuse('invalid', { errors: [wrongField('files', 'file_empty')] });
  return settled;
}

/** Removes a partially received file. If that fails, the next cleanup removes it. */
async function takeBack({ db, files, log }: FilesDeps, fileId: string): Promise<void> {
  try {
    await files.remove(fileId);
    await store.forgetFile(db, fileId);
  } catch (error) {
    log.warn(
      { err: error, fileId },
      'an incomplete file could not be removed; the next cleanup removes it',
    );
  }
}

async function getStored(
  db: Kysely<Schema>,
  fileId: string,
): Promise<store.FileRow & { documentId: string }> {
  const file = await store.findFile(db, fileId);
  if (file === null || file.documentId === null) refuse('not_found');
  return { ...file, documentId: file.documentId };
}

/**
 * Adds a file to a document. Rights are checked before reading, and again afterwards. Refuses
 * `not_found`, `not_allowed`, `archived`, `invalid` (also for a guest's file that is not a
 * picture), `too_large`, `malformed`, `no_room`. A refused file is removed.
 */
export async function addFile(
  deps: FilesDeps,
  account: Account,
  { documentId, uploads }: { documentId: string; uploads: AsyncIterable<Upload> },
): Promise<File> {
  const { db, clock, ids } = deps;
  requireChange(await getDocumentAccess(db, account.id, documentId), 'write');
  const fileId = ids.uuid();
  const announced = { id: fileId, documentId, userId: account.id, at: new Date(clock.now()) };
  await db.transaction().execute(async (trx) => {
    // Checked before reading, because files in transit count too.
    if (account.isGuest && (await store.addedByLink(trx, account.id)).count >= limits.guestFilesMax)
      refuse('no_room');
    await store.announceFile(trx, announced);
  });
  try {
    const settled = await receive(deps, fileId, uploads);
    if (account.isGuest && !shownTypes.has(settled.type)) refuse('invalid', onlyPictures);
    return await db.transaction().execute(async (trx) => {
      requireChange(await getDocumentAccess(trx, account.id, documentId), 'write');
      if (
        account.isGuest &&
        (await store.addedByLink(trx, account.id)).bytes + settled.size > limits.guestBytesMax
      )
        refuse('no_room');
      const room =
        account.demoUntil === null ? deps.personBytes : Math.min(demoBytesMax, deps.personBytes);
      if ((await sizeOfAll(trx, account.id)) + settled.size > room) refuse('no_room');
      await store.settleFile(trx, fileId, settled);
      return store.presentFile(await getStored(trx, fileId));
    });
  } catch (error) {
    await takeBack(deps, fileId);
    throw error;
  }
}

/** Returns the files of a document. Requires read access. Refuses `not_found`. */
export async function listFiles(
  { db }: FilesDeps,
  userId: string,
  { documentId, ...asked }: PageAsked & { documentId: string },
): Promise<Page<File>> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  return store.listFiles(db, documentId, asked);
}

/**
 * Returns the bytes of a file. Requires read access to its document. Refuses `not_found`, also for
 * trashed files.
 */
export async function readFile(
  { db, files, log }: FilesDeps,
  userId: string,
  fileId: string,
): Promise<FileAnswer> {
  const { documentId, name, type, size, deletedAt } = await getStored(db, fileId);
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  if (deletedAt !== null) refuse('not_found');
  const bytes = await files.get(fileId);
  if (bytes === null) {
    log.warn({ fileId }, 'the content of a file is missing in the store');
    refuse('not_found');
  }
  return { type, name, inline: shownTypes.has(type), bytes, length: size };
}

/** Changes a file, serialized by a lock. Refuses `not_found`, `not_allowed`, `archived`. */
async function changeFile(
  { db }: FilesDeps,
  { userId, fileId }: { userId: string; fileId: string },
  { from, at }: { from: 'kept' | 'trash'; at: Date | null },
): Promise<File> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().execute();
    const file = await getStored(trx, fileId);
    const access = await getDocumentAccess(trx, userId, file.documentId);
    requireChange(access, 'write');
    if ((file.deletedAt === null) !== (from === 'kept')) refuse('not_found');
    await store.setDeleted(trx, fileId, at);
    return store.presentFile(file);
  });
}

/**
 * Moves a file to the trash. Refuses `not_found` (also if it is in the trash already),
 * `not_allowed`, `archived`.
 */
export async function deleteFile(deps: FilesDeps, userId: string, fileId: string): Promise<void> {
  await changeFile(deps, { userId, fileId }, { from: 'kept', at: new Date(deps.clock.now()) });
}

/**
 * Restores a file from the trash. Refuses `not_found` (also if it is not in the trash),
 * `not_allowed`, `archived`.
 */
export function restoreFile(deps: FilesDeps, userId: string, fileId: string): Promise<File> {
  return changeFile(deps, { userId, fileId }, { from: 'trash', at: null });
}
