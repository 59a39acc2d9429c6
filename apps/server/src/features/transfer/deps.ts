import type { Kysely } from 'kysely';
import type { FileAnswer } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { Live } from '../../domain/live.ts';
import type { Files } from '../../files/files.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DiskRoom } from '../../platform/disk-room.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { ExportQueue } from './export-queue.ts';
import type { Readers } from './readers.ts';
import type { Writers } from './writers.ts';

/**
 * Functions of other features with all their checks. Pictures are read and stored as the user who
 * imports or exports.
 */
export type TransferPorts = {
  readPicture(userId: string, fileId: string): Promise<FileAnswer>;
  addPicture(
    userId: string,
    documentId: string,
    picture: { name: string; bytes: Uint8Array },
  ): Promise<{ url: string }>;
  makeDocument(
    userId: string,
    given: {
      documentId: string;
      projectId: string | null;
      parentId: string | null;
      title: string;
    },
  ): Promise<void>;
  setTags(userId: string, given: { documentId: string; tags: readonly string[] }): Promise<unknown>;
  /** Removes a document that was just created and is still empty. */
  removeEmptyDocument(documentId: string): Promise<void>;
};

/** Duration of one turn of an import, and maximum duration of all turns of one import (ms). */
export type ImportTimes = { readonly turnMs: number; readonly totalMaxMs: number };

/** Times of imports on a server. */
export const usualImportTimes: ImportTimes = { turnMs: 5_000, totalMaxMs: 600_000 };

/**
 * Dependencies of imports and exports. `importBytes`: limit of one request. `personBytes`: limit of
 * all files of one user.
 */
export type TransferDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  log: Logger;
  live: Live;
  recordActivity: RecordActivity;
  jobs: Jobs;
  files: Files;
  writers: Writers;
  readers: Readers;
  importTimes: ImportTimes;
  /** Queue of exports with fair turns between users. */
  exporting: ExportQueue;
  /** Free space of the disk for temporary files. */
  temporaryRoom: Pick<DiskRoom, 'has'>;
  ports: TransferPorts;
  /** Returns the absolute URL of a document's page. */
  documentUrl(documentId: string): string;
  importBytes: number;
  personBytes: number;
};
