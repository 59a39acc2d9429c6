import type { Kysely } from 'kysely';
import type { NodeJson } from '@longhand/document';
import type { Schema } from '../../db/schema.ts';
import type { OnApproval } from '../../domain/on-approval.ts';
import type { Audit } from '../../domain/audit.ts';
import type { CopyFiles } from '../../domain/copied-files.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { Live } from '../../domain/live.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';

/**
 * Returns the content and number of a version. The caller must check the right to read it. Refuses
 * `not_found`.
 */
export type ReadVersion = (
  documentId: string,
  versionId: string,
) => Promise<{ number: number; content: NodeJson }>;

/** Dependencies of documents. */
export type DocumentsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  live: Live;
  recordActivity: RecordActivity;
  audit: Audit;
  onApproval: OnApproval;
  copyFiles: CopyFiles;
  readVersion: ReadVersion;
};

/**
 * The acting user and session, to which changes are attributed. `viaToken`: by an access token.
 */
export type Actor = { userId: string; sessionId: string; viaToken?: boolean };
