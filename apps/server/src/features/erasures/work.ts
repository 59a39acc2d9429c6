import { formerMemberName } from '@longhand/contract';
import { sql, type Kysely } from 'kysely';
import type { Erased } from '@longhand/text';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { isNotHeld } from '../../domain/holds.ts';
import type { Live } from '../../domain/live.ts';
import { packState, unpackState } from '../../domain/packed-state.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import { Fault } from '../../platform/fault.ts';
import { addLateDocuments } from './store.ts';

/** Dependencies of the job. */
export type WorkDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  live: Live;
  jobs: Jobs;
  audit: Audit;
};

type Db = Kysely<Schema>;

/**
 * Time after which a run leaves the rest to another job, so that other jobs are not delayed (ms).
 */
const turnMs = 20_000;

/** Number of tries to compact a document that is in use. */
const compactionsMax = 5;

/** A document that is left to do. */
type Due = {
  erasureId: string;
  documentId: string;
  userId: string;
  askedBy: string | null;
  removesWords: boolean;
};

/** Returns the next document that is left to do and neither on hold nor in `except`, or null. */
async function findDue(db: Db, except: readonly string[]): Promise<Due | null> {
  const row = await db
    .selectFrom('erasure_documents as d')
    .innerJoin('erasures as e', 'e.id', 'd.erasure_id')
    .select(['d.erasure_id as erasureId', 'd.document_id as documentId', 'e.user_id as userId'])
    .select(['e.asked_by as askedBy', 'e.removes_words as removesWords'])
    .where('d.done_at', 'is', null)
    .where(isNotHeld('document', 'd.document_id'))
    .where(sql<boolean>`d.document_id <> all (${except}::uuid[])`)
    .orderBy('e.created_at')
    .orderBy('d.document_id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the client ids of a user in a document. Each page has a pair of them. */
async function findClients(db: Db, { documentId, userId }: Due): Promise<Set<number>> {
  const rows = await db
    .selectFrom('document_clients')
    .select('client')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.flatMap(({ client }) => [client - (client % 2), client - (client % 2) + 1]));
}

/** True if the log still holds entries that were stored before the document was changed. */
async function hasTail(db: Db, documentId: string, seq: number): Promise<boolean> {
  const { rows } = await sql`
    select from document_log where document_id = ${documentId} and seq <= ${seq} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function headOf(db: Db, documentId: string): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq) as seq from document_log where document_id = ${documentId}`.execute(db);
  return rows[0]?.seq ?? 0;
}

/**
 * Changes the live text until the entries that hold the removed text are compacted. A document in
 * use is compacted later.
 */
async function eraseLive({ db, live }: WorkDeps, due: Due, erased: Erased): Promise<void> {
  const by = { userId: due.askedBy ?? due.userId };
  await live.erase(due.documentId, { by, erased });
  const head = await headOf(db, due.documentId);
  for (let tries = 1; await hasTail(db, due.documentId, head); tries += 1) {
    if (tries > compactionsMax) throw new Fault('A document could not be compacted');
    await new Promise((resolve) => setTimeout(resolve, 100 * tries));
    await live.erase(due.documentId, { by, erased });
  }
}

/** Rewrites the stored versions of a document. */
async function eraseVersions({ db, live }: WorkDeps, { documentId }: Due, erased: Erased) {
  const versions = await db
    .selectFrom('document_versions')
    .select('id')
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute();
  for (const { id } of versions) {
    const row = await db
      .selectFrom('document_versions')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) continue;
    const rewritten = await live.eraseState(await unpackState(row.state), erased);
    if (rewritten === null) continue;
    await db
      .updateTable('document_versions')
      .set({ state: await packState(rewritten.state), word_count: rewritten.wordCount })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Removes the user from one document: from the live text, from its versions, from the stored
 * contents of last visits, and from the quotes of its comments. Each step may be repeated.
 */
async function eraseDocument(deps: WorkDeps, due: Due): Promise<void> {
  const { db, clock } = deps;
  const clients = due.removesWords ? await findClients(db, due) : new Set<number>();
  const erased: Erased = { person: due.userId, clients, name: formerMemberName };
  await eraseLive(deps, due, erased);
  await eraseVersions(deps, due, erased);
  // They hold no ids of units, and are only used to show changes since the last visit.
  await db.deleteFrom('last_seen_snapshots').where('document_id', '=', due.documentId).execute();
  if (due.removesWords) {
    await sql`update comments set anchor = jsonb_set(anchor, '{quote}', '""'), version = version + 1
      where document_id = ${due.documentId} and anchor->>'quote' <> ''`.execute(db);
  }
  await db
    .updateTable('erasure_documents')
    .set({ done_at: new Date(clock.now()) })
    .where('erasure_id', '=', due.erasureId)
    .where('document_id', '=', due.documentId)
    .execute();
}

/** Ends the erasures whose documents are all done. */
async function endDone({ db, clock, audit }: WorkDeps): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ userId: string; askedBy: string | null }>`
      update erasures e set ended_at = ${new Date(clock.now())}
      where ended_at is null and not exists (
        select from erasure_documents d where d.erasure_id = e.id and d.done_at is null)
      returning user_id as "userId", asked_by as "askedBy"`.execute(trx);
    for (const { userId, askedBy } of rows)
      await audit(trx, { action: 'user.words_removed', actorId: askedBy, target: userId });
  });
}

/**
 * Removes erased users from documents, one after the other. A stopped run is continued. Documents
 * that cannot be changed now, such as those that are in use and not compacted, are left to the next
 * run, and delay no others. Those on hold wait until the hold has ended.
 *
 * @throws Fault if documents could not be changed
 */
export async function eraseDue(deps: WorkDeps): Promise<void> {
  const { db, live, jobs } = deps;
  const began = performance.now();
  await live.settle();
  await addLateDocuments(db);
  const left: string[] = [];
  let fault: Fault | undefined;
  for (let due = await findDue(db, left); due !== null; due = await findDue(db, left)) {
    try {
      await eraseDocument(deps, due);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error;
      left.push(due.documentId);
    }
    if (performance.now() - began < turnMs) continue;
    await jobs.enqueue('people.erase', {}, { key: 'all' });
    break;
  }
  await endDone(deps);
  if (fault !== undefined) throw fault;
}

/** Registers the job that runs {@link eraseDue}. */
export function registerErasureJob(deps: WorkDeps): void {
  deps.jobs.handle('people.erase', () => eraseDue(deps));
  deps.jobs.every(3_600, 'people.erase');
}
