import { sql, type Kysely } from 'kysely';
import type { AdminOverview } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { readBackups } from '../../domain/backups.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';

/**
 * Dependencies of the overview. `startedAt`: start of this process (ms since 1970).
 * `backupEveryHours`: time between scheduled backups; null for none. `findKept` returns the paths
 * of databases that upgrades of PostgreSQL have kept.
 */
export type OverviewDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  jobs: Jobs;
  version: string;
  startedAt: number;
  fileStore: 'folder' | 's3';
  backupEveryHours: number | null;
  findKept: () => Promise<string[]>;
};

const day = 24 * 60 * 60 * 1_000;

type Counts = Pick<AdminOverview, 'people' | 'projects' | 'documents' | 'messages' | 'outbox'> & {
  database: { bytes: number };
  files: { count: number; bytes: number };
};

/** Reads all counts in one statement, so that they are consistent. */
async function readCounts(db: Kysely<Schema>, now: number): Promise<Counts> {
  const [month, week] = [new Date(now - 30 * day), new Date(now - 7 * day)];
  const { rows } = await sql<Counts>`select
    (select json_build_object('total', count(*) filter (where demo_until is null),
        'active', count(*) filter (where demo_until is null and exists
          (select from sessions s where s.user_id = users.id and s.last_seen_at > ${month})),
        'administrators', count(*) filter (where is_admin and disabled_at is null),
        'disabled', count(*) filter (where disabled_at is not null), 'demo', count(*) filter (where demo_until is not null))
      from users where deleted_at is null and not is_guest) as people,
    (select json_build_object('active', count(*) filter (where archived_at is null and deleted_at is null),
        'archived', count(*) filter (where archived_at is not null and deleted_at is null),
        'deleted', count(*) filter (where deleted_at is not null)) from projects) as projects,
    (select json_build_object(
        'active', count(*) filter (where coalesce(d.archived_at, p.archived_at) is null and coalesce(d.deleted_at, p.deleted_at) is null),
        'archived', count(*) filter (where coalesce(d.archived_at, p.archived_at) is not null and coalesce(d.deleted_at, p.deleted_at) is null),
        'deleted', count(*) filter (where coalesce(d.deleted_at, p.deleted_at) is not null))
      from documents d left join projects p on p.id = d.project_id) as documents,
    (select json_build_object('total', count(*), 'lastWeek', count(*) filter (where created_at > ${week})) from messages) as messages,
    (select json_build_object('queued', count(*) filter (where state = 'queued'), 'sent', count(*) filter (where state = 'sent'),
        'failed', count(*) filter (where state = 'failed'), 'kept', count(*) filter (where state = 'kept')) from mail_outbox) as outbox,
    (select json_build_object('count', count(*), 'bytes', coalesce(sum(size), 0)) from files) as files,
    (select json_build_object('bytes', pg_database_size(current_database()))) as database`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database counted nothing');
  return row;
}

/** Returns the state of the backups. */
async function readBackup(
  { db, startedAt, backupEveryHours }: OverviewDeps,
  now: number,
): Promise<AdminOverview['backup']> {
  const { last, verifiedAt, failure } = await readBackups(db);
  const latest = Math.max(startedAt, verifiedAt?.getTime() ?? 0);
  return {
    isScheduled: backupEveryHours !== null,
    isDue: backupEveryHours !== null && now - latest > (2 * backupEveryHours * day) / 24,
    last: last && { at: last.at.toISOString(), bytes: last.bytes },
    verifiedAt: verifiedAt?.toISOString() ?? null,
    failure: failure && { at: failure.at.toISOString(), error: failure.error },
  };
}

/** Returns the state of the server. */
export async function readOverview(deps: OverviewDeps): Promise<AdminOverview> {
  const now = deps.clock.now();
  const [{ files, database, ...counts }, jobs, backup, kept] = await Promise.all([
    readCounts(deps.db, now),
    deps.jobs.overview(),
    readBackup(deps, now),
    deps.findKept(),
  ]);
  return {
    version: deps.version,
    uptimeSeconds: Math.floor((now - deps.startedAt) / 1_000),
    ...counts,
    database: { ...database, kept },
    files: { store: deps.fileStore, ...files },
    jobs: {
      counts: jobs.counts,
      waitingSince: jobs.waitingSince?.toISOString() ?? null,
      failures: jobs.failures.map((failure) => ({ ...failure, at: failure.at.toISOString() })),
    },
    backup,
  };
}
