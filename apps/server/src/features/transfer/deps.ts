import type { Kysely } from 'kysely';
import type { FileAnswer } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { FairSemaphore } from '../../domain/fair-semaphore.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Live } from '../../domain/live.ts';
import type { Files } from '../../files/files.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Readers } from './readers.ts';
import type { Threads } from './threads.ts';

/**
 * Functions of other features with all their checks. Pictures are read and stored as the user who
 * imports or exports.
 */
export type Helpers = {
  readPicture(userId: string, fileId: string): Promise<FileAnswer>;
  addPicture(
    userId: string,
    documentId: string,
    picture: { name: string; bytes: Uint8Array },
  ): Promise<{ url: string }>;
  makeDocument(
    userId: string,
    given: { documentId: string; projectId: string | null; title: string },
  ): Promise<void>;
  setTags(userId: string, given: { documentId: string; tags: readonly string[] }): Promise<unknown>;
  /** Removes a document that was just created and is still empty. */
  takeBack(documentId: string): Promise<void>;
};

/**
 * Dependencies of imports and exports. `importBytes`: limit of one request. `personBytes`: limit of
 * all files of one user.
 */
export type TransferDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  log: Log;
  live: Live;
  journal: Journal;
  jobs: Jobs;
  files: Files;
  threads: Threads;
  readers: Readers;
  /** Queue of exports with fair turns between users. */
  exporting: FairSemaphore;
  helpers: Helpers;
  /** Returns the absolute URL of a document's page. */
  documentUrl(documentId: string): string;
  importBytes: number;
  personBytes: number;
};
