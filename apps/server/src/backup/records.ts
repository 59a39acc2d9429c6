import type pg from 'pg';

/** An attempt to make a backup. */
export type BackupRecord = {
  readonly id: string;
  /** Name of the file, without its folder. */
  readonly name: string;
  readonly isScheduled: boolean;
  /** Times in ms since 1970. */
  readonly startedAt: number;
  readonly result: {
    /** Size of the file; null without a backup. */
    readonly bytes: number | null;
    readonly isVerified: boolean;
    /** Sentence for the operator if the attempt failed. */
    readonly error: string | null;
  };
};

/** A scheduled backup that exists. */
export type StoredBackup = Pick<BackupRecord, 'id' | 'name'>;

/** Records an attempt that has ended. Does nothing in a database of an earlier version. */
export async function recordAttempt(client: pg.ClientBase, attempt: BackupRecord): Promise<void> {
  if (!(await hasRecords(client))) return;
  const { id, name, isScheduled, startedAt, result } = attempt;
  await client.query(
    `insert into backups (id, name, is_scheduled, started_at, ended_at, bytes, verified_at, error)
     values ($1, $2, $3, $4, now(), $5, case when $6 then now() end, $7)`,
    [
      id,
      name,
      isScheduled,
      new Date(startedAt),
      result.bytes,
      result.isVerified,
      result.error?.slice(0, 2_000) ?? null,
    ],
  );
}

/** Records that a backup was verified, if it is one of this database. */
export async function recordVerified(client: pg.ClientBase, id: string): Promise<void> {
  if (!(await hasRecords(client))) return;
  await client.query('update backups set verified_at = now() where id = $1', [id]);
}

/** Returns the scheduled backups that are older than the newest `keep` verified ones. */
export async function findOld(client: pg.ClientBase, keep: number): Promise<StoredBackup[]> {
  const { rows } = await client.query<StoredBackup>(
    `select id, name from backups
     where is_scheduled and removed_at is null and bytes is not null and started_at < (
       select started_at from backups
       where is_scheduled and removed_at is null and verified_at is not null
       order by started_at desc offset $1 limit 1)
     order by started_at`,
    [keep - 1],
  );
  return rows;
}

/** Records that the file of a backup was removed. */
export async function recordRemoved(client: pg.ClientBase, id: string): Promise<void> {
  await client.query('update backups set removed_at = now() where id = $1', [id]);
}

async function hasRecords(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.backups') is not null as found",
  );
  return rows[0]?.found === true;
}
