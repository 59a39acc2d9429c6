import type { Kysely } from 'kysely';
import type { FileAnswer } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { FairTurns } from '../../domain/fair-turns.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Live } from '../../domain/live.ts';
import type { Files } from '../../files/files.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Readers } from './readers.ts';
import type { Threads } from './threads.ts';

/** What other features do for this one, with all their checks: a picture is read and stored by who imports or exports. */
export type Helpers = {
  readPicture(userId: string, fileId: string): Promise<FileAnswer>;
  addPicture(userId: string, documentId: string, picture: { name: string; bytes: Uint8Array }): Promise<{ url: string }>;
  makeDocument(userId: string, given: { documentId: string; projectId: string | null; title: string }): Promise<void>;
  setTags(userId: string, given: { documentId: string; tags: readonly string[] }): Promise<unknown>;
  /** Removes a document that was made a moment ago and says nothing yet. */
  takeBack(documentId: string): Promise<void>;
};

/** What files in and out stand on. `importBytes`: the most that one request may bring; `personBytes`: all that a person may have stored. */
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
  /** Exports in turns of people. */
  exporting: FairTurns;
  helpers: Helpers;
  /** The whole address of a document's page. */
  documentUrl(documentId: string): string;
  importBytes: number;
  personBytes: number;
};
