import type { Kysely } from 'kysely';
import type { NodeJson } from '@longhand/document';
import type { Schema } from '../../db/schema.ts';
import type { Approved } from '../../domain/approved.ts';
import type { Audit } from '../../domain/audit.ts';
import type { CopyFiles } from '../../domain/copied-files.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Live } from '../../domain/live.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';

/** What a version of a document says, and its number. Refuses `not_found`. The right to it is the caller's to check. */
export type ReadVersion = (documentId: string, versionId: string) => Promise<{ number: number; content: NodeJson }>;

/** What documents stand on. */
export type DocumentsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  live: Live;
  journal: Journal;
  audit: Audit;
  approved: Approved;
  copyFiles: CopyFiles;
  readVersion: ReadVersion;
};

/** Who acts, and from which session: what they change is recorded as theirs. `isProgram`: by an access token. */
export type Actor = { userId: string; sessionId: string; isProgram?: boolean };
