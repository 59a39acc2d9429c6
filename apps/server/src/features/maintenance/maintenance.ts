import { sql, type Kysely } from 'kysely';
import { limits } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Live } from '../../domain/live.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';

/** Dependencies of the cleanup. */
export type MaintenanceDeps = { db: Kysely<Schema>; clock: Clock; live: Live; jobs: Jobs };

const day = 24 * 60 * 60 * 1_000;

/** Maximum number of documents removed per transaction, to keep transactions short. */
const atOnce = 200;

/**
 * Permanently removes documents and projects that were in the trash for thirty days. Returns the
 * removed documents.
 */
async function emptyTrash({ db, clock }: MaintenanceDeps): Promise<string[]> {
  const before = new Date(clock.now() - limits.trashDays * day);
  const removed: string[] = [];
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      with gone as (
        select d.id from documents d left join projects p on p.id = d.project_id
        where d.deleted_at < ${before} or p.deleted_at < ${before} limit ${atOnce}
      ), removed_activities as (
        delete from activities where project_id is null and document_id in (select id from gone)
      )
      delete from documents where id in (select id from gone) returning id`.execute(db);
    removed.push(...rows.map(({ id }) => id));
    if (rows.length < atOnce) break;
  }
  await db.deleteFrom('projects').where('deleted_at', '<', before).execute();
  return removed;
}

/**
 * Removes expired sessions, access tokens a month after their end, and stored idempotent responses.
 */
async function removeOutdated({ db, clock }: MaintenanceDeps): Promise<void> {
  const now = clock.now();
  await db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute();
  await db
    .deleteFrom('access_tokens')
    .where('expires_at', '<', new Date(now - limits.trashDays * day))
    .execute();
  await db
    .deleteFrom('idempotency_answers')
    .where('started_at', '<', new Date(now - day))
    .execute();
}

/** Runs hourly on one node: empties the trash after thirty days, and removes expired data. */
export function registerMaintenanceJob(deps: MaintenanceDeps): void {
  deps.jobs.handle('upkeep.tidy', async () => {
    const documentIds = await emptyTrash(deps);
    if (documentIds.length > 0) deps.live.rightsChanged({ documentIds });
    await removeOutdated(deps);
  });
  deps.jobs.every(3_600, 'upkeep.tidy');
}
