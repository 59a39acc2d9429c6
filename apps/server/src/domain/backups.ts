import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** State of the backups that this database has recorded. */
export type BackupState = {
  /** The newest backup. */
  readonly last: { readonly at: Date; readonly bytes: number } | null;
  /** Time of verification of the newest verified backup. */
  readonly verifiedAt: Date | null;
  /** The last attempt, if it failed. `error` is a sentence for the operator. */
  readonly failure: { readonly at: Date; readonly error: string } | null;
};

/** Reads the state of the backups. */
export async function readBackups(db: Kysely<Schema>): Promise<BackupState> {
  const rows = await db
    .selectFrom('backups')
    .select(['started_at', 'bytes', 'verified_at', 'error'])
    .orderBy('started_at', 'desc')
    .where((where) =>
      where.or([
        where('started_at', '=', newest('true')),
        where('started_at', '=', newest('bytes is not null')),
        where('started_at', '=', newest('verified_at is not null')),
      ]),
    )
    .execute();
  const [attempt] = rows;
  const last = rows.find(({ bytes }) => bytes !== null);
  return {
    last: last === undefined ? null : { at: last.started_at, bytes: last.bytes ?? 0 },
    verifiedAt: rows.find((row) => row.verified_at !== null)?.verified_at ?? null,
    failure:
      attempt === undefined || attempt.error === null
        ? null
        : { at: attempt.started_at, error: attempt.error },
  };
}

/** The start of the newest attempt that fulfils a condition. */
const newest = (condition: string) =>
  sql<Date>`(select max(started_at) from backups where ${sql.raw(condition)})`;
