import type { Kysely } from 'kysely';
import { limits, type File, type FileAnswer } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { demand, demandChange } from '../../domain/access.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import { sizeOfAll } from '../../domain/stored-bytes.ts';
import type { Files } from '../../files/files.ts';
import { kindOf, shownTypes } from '../../files/kinds.ts';
import { withoutMetadata } from '../../files/metadata.ts';
import type { Upload } from '../../http/uploads.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { refuse } from '../../platform/refusal.ts';
import { watch } from './arrival.ts';
import * as store from './store.ts';

/** What files of documents stand on. `personBytes`: what all files of one person may take up, those of imports included. */
export type FilesDeps = { db: Kysely<Schema>; clock: Clock; ids: Ids; log: Log; files: Files; personBytes: number };

/** What a person who only looks around may add: enough to see how it works. */
const demoBytesMax = 20 * 1_024 * 1_024;

const onlyPictures = { errors: [{ path: 'files', message: 'Guests can add pictures, and no other files' }] };

/** The one file of a request, stored under `fileId`. Refuses `invalid` where there is none, or nothing in it. */
async function receive({ files, clock }: FilesDeps, fileId: string, uploads: AsyncIterable<Upload>): Promise<store.Settled> {
  let settled: store.Settled | null = null;
  for await (const { name, bytes } of uploads) {
    const watched = watch(withoutMetadata(bytes));
    await files.put(fileId, watched.bytes);
    const { type, width, height } = kindOf(watched.head());
    settled = { name, type, size: watched.size(), width, height, stored_at: new Date(clock.now()) };
  }
  if (settled === null) refuse('invalid', { errors: [{ path: 'files', message: 'A file is required' }] });
  if (settled.size === 0) refuse('invalid', { errors: [{ path: 'files', message: 'This file is empty' }] });
  return settled;
}

/** Takes back what has arrived of a file. Where even that fails, the next tidying finds it. */
async function takeBack({ db, files, log }: FilesDeps, fileId: string): Promise<void> {
  try {
    await files.remove(fileId);
    await store.forgetFile(db, fileId);
  } catch (error) {
    log.warn({ err: error, fileId }, 'a file that did not arrive whole is left to be tidied away');
  }
}

async function getStored(db: Kysely<Schema>, fileId: string): Promise<store.FileRow & { documentId: string }> {
  const file = await store.findFile(db, fileId);
  if (file === null || file.documentId === null) refuse('not_found');
  return { ...file, documentId: file.documentId };
}

/**
 * Adds a file to a document. Rights are looked at before a byte is read, and again when all are there. Refuses `not_found`,
 * `not_allowed`, `archived`, `invalid` (also where a guest adds what is no picture), `too_large`, `malformed`, `no_room`; then nothing is left
 * of it.
 */
export async function addFile(
  deps: FilesDeps,
  account: Account,
  { documentId, uploads }: { documentId: string; uploads: AsyncIterable<Upload> },
): Promise<File> {
  const { db, clock, ids } = deps;
  demandChange(await getDocumentAccess(db, account.id, documentId), 'write');
  const fileId = ids.uuid();
  const announced = { id: fileId, documentId, userId: account.id, at: new Date(clock.now()) };
  await db.transaction().execute(async (trx) => {
    // Before a byte is read: what is on its way has its place too.
    if (account.isGuest && (await store.addedByLink(trx, account.id)).count >= limits.guestFilesMax) refuse('no_room');
    await store.announceFile(trx, announced);
  });
  try {
    const settled = await receive(deps, fileId, uploads);
    if (account.isGuest && !shownTypes.has(settled.type)) refuse('invalid', onlyPictures);
    return await db.transaction().execute(async (trx) => {
      demandChange(await getDocumentAccess(trx, account.id, documentId), 'write');
      if (account.isGuest && (await store.addedByLink(trx, account.id)).bytes + settled.size > limits.guestBytesMax)
        refuse('no_room');
      const room = account.demoUntil === null ? deps.personBytes : Math.min(demoBytesMax, deps.personBytes);
      if ((await sizeOfAll(trx, account.id)) + settled.size > room) refuse('no_room');
      await store.settleFile(trx, fileId, settled);
      return store.presentFile(await getStored(trx, fileId));
    });
  } catch (error) {
    await takeBack(deps, fileId);
    throw error;
  }
}

/** The files of a document, for whoever may read it. Refuses `not_found`. */
export async function listFiles(
  { db }: FilesDeps,
  userId: string,
  { documentId, ...asked }: PageAsked & { documentId: string },
): Promise<Page<File>> {
  demand(await getDocumentAccess(db, userId, documentId), 'read');
  return store.listFiles(db, documentId, asked);
}

/** The bytes of a file, for whoever may read its document. Refuses `not_found`, for files in the trash too. */
export async function readFile({ db, files, log }: FilesDeps, userId: string, fileId: string): Promise<FileAnswer> {
  const { documentId, name, type, size, deletedAt } = await getStored(db, fileId);
  demand(await getDocumentAccess(db, userId, documentId), 'read');
  if (deletedAt !== null) refuse('not_found');
  const bytes = await files.get(fileId);
  if (bytes === null) {
    log.warn({ fileId }, 'the bytes of a file are not in the store');
    refuse('not_found');
  }
  return { type, name, inline: shownTypes.has(type), bytes, length: size };
}

/** Changes a file while nothing else does. Refuses `not_found`, `not_allowed`, `archived`. */
async function changeFile(
  { db }: FilesDeps,
  { userId, fileId }: { userId: string; fileId: string },
  { from, at }: { from: 'kept' | 'trash'; at: Date | null },
): Promise<File> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().execute();
    const file = await getStored(trx, fileId);
    const access = await getDocumentAccess(trx, userId, file.documentId);
    demandChange(access, 'write');
    if ((file.deletedAt === null) !== (from === 'kept')) refuse('not_found');
    await store.setDeleted(trx, fileId, at);
    return store.presentFile(file);
  });
}

/** Puts a file into the trash. Refuses `not_found`, also for what is there already; `not_allowed`, `archived`. */
export async function deleteFile(deps: FilesDeps, userId: string, fileId: string): Promise<void> {
  await changeFile(deps, { userId, fileId }, { from: 'kept', at: new Date(deps.clock.now()) });
}

/** Takes a file out of the trash. Refuses `not_found`, also for what is not there; `not_allowed`, `archived`. */
export function restoreFile(deps: FilesDeps, userId: string, fileId: string): Promise<File> {
  return changeFile(deps, { userId, fileId }, { from: 'trash', at: null });
}
