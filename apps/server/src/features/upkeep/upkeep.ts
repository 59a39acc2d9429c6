import { sql, type Kysely } from 'kysely';
import { limits } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Live } from '../../domain/live.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';

/** What keeping things tidy stands on. */
export type UpkeepDeps = { db: Kysely<Schema>; clock: Clock; live: Live; jobs: Jobs };

const day = 24 * 60 * 60 * 1_000;

/** Documents removed by one transaction, so that none of them takes long. */
const atOnce = 200;

/** Removes for good what has been in the trash for thirty days, by itself or with its project. Returns the documents. */
async function emptyTrash({ db, clock }: UpkeepDeps): Promise<string[]> {
  const before = new Date(clock.now() - limits.trashDays * day);
  const removed: string[] = [];
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      with gone as (
        select d.id from documents d left join projects p on p.id = d.project_id
        where d.deleted_at < ${before} or p.deleted_at < ${before} limit ${atOnce}
      ), told as (
        delete from activities where project_id is null and document_id in (select id from gone)
      )
      delete from documents where id in (select id from gone) returning id`.execute(db);
    removed.push(...rows.map(({ id }) => id));
    if (rows.length < atOnce) break;
  }
  await db.deleteFrom('projects').where('deleted_at', '<', before).execute();
  return removed;
}

/** Removes what has served its time: sessions that ran out, access tokens a month after their end, answers kept for repetitions. */
async function removeOutdated({ db, clock }: UpkeepDeps): Promise<void> {
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

/** Once an hour, on one node: empties the trash of what is older than thirty days, and removes what has served its time. */
export function keepTidy(deps: UpkeepDeps): void {
  deps.jobs.handle('upkeep.tidy', async () => {
    const documentIds = await emptyTrash(deps);
    if (documentIds.length > 0) deps.live.rightsChanged({ documentIds });
    await removeOutdated(deps);
  });
  deps.jobs.every(3_600, 'upkeep.tidy');
}
