import { sql, type Kysely } from 'kysely';
import { limits } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { readRules } from '../../db/rules.ts';
import { leaveRemoved, withForests } from '../../domain/document-tree.ts';
import { isNotHeld } from '../../domain/holds.ts';
import type { Live } from '../../domain/live.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';

/** Dependencies of the cleanup. */
export type MaintenanceDeps = { db: Kysely<Schema>; clock: Clock; live: Live; jobs: Jobs };

const day = 24 * 60 * 60 * 1_000;

/** Maximum number of documents removed per transaction, to keep transactions short. */
const atOnce = 200;

/** Removes those of the documents that were not restored meanwhile. Returns them. */
async function removeStillOld(
  trx: Kysely<Schema>,
  documentIds: readonly string[],
  before: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documents d left join projects p on p.id = d.project_id
    where d.id = any(${documentIds}::uuid[]) and (d.deleted_at < ${before} or p.deleted_at < ${before})
      and ${isNotHeld('document', 'd.id')}
    order by d.id for no key update of d`.execute(trx);
  const gone = rows.map(({ id }) => id);
  await leaveRemoved(trx, gone);
  await sql`delete from activities where project_id is null and document_id = any(${gone}::uuid[])`.execute(
    trx,
  );
  await sql`delete from documents where id = any(${gone}::uuid[])`.execute(trx);
  return gone;
}

/**
 * Permanently removes documents and projects that were in the trash for as long as the rules say
 * and are not on legal hold.
 * Returns the removed documents.
 */
async function emptyTrash({ db, clock }: MaintenanceDeps): Promise<string[]> {
  const { trashDays } = await readRules(db);
  const before = new Date(clock.now() - trashDays * day);
  const removed: string[] = [];
  for (;;) {
    const { rows: old } = await sql<{ id: string }>`
      select d.id from documents d left join projects p on p.id = d.project_id
      where (d.deleted_at < ${before} or p.deleted_at < ${before}) and ${isNotHeld('document', 'd.id')}
      limit ${atOnce}`.execute(db);
    const documentIds = old.map(({ id }) => id);
    // The lock keeps moves away from the branches of these documents.
    const rows = await withForests(db, { documentIds }, (trx) =>
      removeStillOld(trx, documentIds, before),
    );
    removed.push(...rows);
    if (old.length < atOnce) break;
  }
  await db
    .deleteFrom('projects')
    .where('deleted_at', '<', before)
    .where(isNotHeld('project', 'projects.id'))
    .execute();
  return removed;
}

/**
 * Deletes automatic versions that are older than the rules say. Keeps the newest version of each
 * document, and versions of reviews, of working copies, and of documents on legal hold.
 */
async function removeOldVersions({ db, clock }: MaintenanceDeps): Promise<void> {
  const { versionDays } = await readRules(db);
  if (versionDays === null) return;
  const before = new Date(clock.now() - versionDays * day);
  for (;;) {
    const { rows } = await sql`
      delete from document_versions where id in (
        select v.id from document_versions v
        where v.kind = 'auto' and v.created_at < ${before}
          and exists (select from document_versions n where n.document_id = v.document_id and n.number > v.number)
          and not exists (select from reviews r where v.id in (r.version_id, r.approved_version_id))
          and not exists (select from documents d where v.id in (d.base_version_id, d.copy_version_id))
          and ${isNotHeld('document', 'v.document_id')}
        limit ${atOnce})
      returning id`.execute(db);
    if (rows.length < atOnce) return;
  }
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

/** Runs hourly on one node: empties the trash, and removes expired data and old versions. */
export function registerMaintenanceJob(deps: MaintenanceDeps): void {
  deps.jobs.handle('upkeep.tidy', async () => {
    const documentIds = await emptyTrash(deps);
    if (documentIds.length > 0) deps.live.rightsChanged({ documentIds });
    await removeOutdated(deps);
    await removeOldVersions(deps);
  });
  deps.jobs.every(3_600, 'upkeep.tidy');
}
