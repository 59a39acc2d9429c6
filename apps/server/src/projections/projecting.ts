import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Whole } from '../domain/live.ts';
import { packState } from '../domain/packed-state.ts';
import { learnWords } from '../domain/search-vocabulary.ts';
import type { SendTextNotifications, TextNotifications } from '../domain/text-notifications.ts';
import type { OnWorkSessionEnd } from '../domain/work-session.ts';
import { isContentStored, storeLastSeenSnapshot } from './last-seen-snapshots.ts';
import type { Projection, Wanted } from './projection.ts';
import type { PendingProjection } from './schedule.ts';
import * as store from './store.ts';
import { findMentions, readKnown, takeDecisions, type Known } from './text-notifications.ts';
import { joinChanges, type Changes } from './typed-units.ts';
import { addToWorkSession, findWorkSessionStart, takeContributions } from './work-sessions.ts';

/** Dependencies of a projection. */
export type ProjectingDeps = {
  db: Kysely<Schema>;
  /** Makes the acknowledged updates of a document visible in the database. */
  settle: (documentId: string) => Promise<void>;
  /** Computes a projection, in another process. */
  project: (updates: readonly Uint8Array[], wanted: Wanted) => Promise<Projection>;
  /** Returns the newest state of a document, or null if it does not exist. */
  findNewest: (documentId: string) => Promise<Whole | null>;
  /** Maximum length of a work session (ms). */
  maxWorkSessionMs: number;
  /** Called at the end of each work session in a document. */
  onWorkSessionEnd: OnWorkSessionEnd;
  /** Called with newly mentioned users and with decisions about suggestions. */
  sendTextNotifications: SendTextNotifications;
};

/** A computed projection, what was known before it, and what it is stored with. */
type Projected = {
  readonly documentId: string;
  readonly seq: number;
  readonly projection: Projection;
  readonly known: Known;
  readonly mentions: TextNotifications['mentions'];
  readonly changes: Changes;
};

/**
 * Returns the function that performs a job: it computes the projection of a document once and
 * stores all of it in one transaction, with the cursor. It returns the time of the computation
 * (ms).
 */
export function createProjecting(
  deps: ProjectingDeps,
): (job: PendingProjection) => Promise<number> {
  const { db } = deps;

  return async ({ documentId, captured, ...job }) => {
    await deps.settle(documentId);
    const changes = joinChanges(await job.backlog, job.changes);
    const known = await readKnown(db, documentId);
    const wanted = {
      state: await endsWorkSession(deps, documentId, { changes, isAsked: job.endsWorkSession }),
      content: captured !== null && !(await isContentStored(db, documentId, captured.seq)),
    };
    const isNew = known.newest > known.seq || changes.by.size > 0;
    if (!isNew && !wanted.state && !wanted.content) return 0;
    const whole = captured ?? (await deps.findNewest(documentId));
    if (whole === null) return 0;
    const projection = await deps.project(whole.updates, wanted);
    // The text may have entries that were stored after the first call.
    await deps.settle(documentId);
    const mentions = await findMentions(db, documentId, known, projection);
    await storeProjection(deps, {
      documentId,
      seq: whole.seq,
      projection,
      known,
      mentions,
      changes,
    });
    // After the transaction: two transactions that insert the same words in different order could
    // deadlock.
    await learnWords(db, projection.search.vector);
    return projection.took;
  };
}

/** Returns true if the work session ends: it is asked for, or has lasted too long. */
async function endsWorkSession(
  { db, maxWorkSessionMs }: ProjectingDeps,
  documentId: string,
  { changes, isAsked }: { changes: Changes; isAsked: boolean },
): Promise<boolean> {
  if (!isAsked && changes.by.size === 0) return false;
  const stored = await findWorkSessionStart(db, documentId);
  const firsts = [...changes.by.values()].map(({ first }) => first);
  const began = firsts.reduce((a, b) => Math.min(a, b), stored ?? Infinity);
  return isAsked ? began < Infinity : changes.last - began >= maxWorkSessionMs;
}

/** Stores a projection and all that follows from it. */
async function storeProjection(
  { db, sendTextNotifications, onWorkSessionEnd }: ProjectingDeps,
  { documentId, seq, projection, known, mentions, changes }: Projected,
): Promise<void> {
  const { wordCount, state, content } = projection;
  const packed = content === null ? null : await packState(content);
  const updatedAt = changes.last === 0 ? null : new Date(changes.last);
  await db.transaction().execute(async (trx) => {
    const wordsBefore = await store.storeListData(trx, documentId, projection, updatedAt);
    if (wordsBefore === null) return;
    const isFirst = await store.moveCursor(trx, documentId, { seq, projection, known });
    await store.storeSuggesters(trx, documentId, projection.suggesters);
    await store.storeSearchData(trx, documentId, projection.search);
    if (packed !== null) await storeLastSeenSnapshot(trx, documentId, seq, packed);
    const decisions = await takeDecisions(trx, documentId, seq);
    // Another process may have projected the document meanwhile and sent the notifications.
    const found = { documentId, mentions: isFirst ? mentions : [], decisions };
    if (found.mentions.length + decisions.length > 0) await sendTextNotifications(trx, found);
    await addToWorkSession(trx, documentId, changes, wordCount - wordsBefore);
    if (state === null) return;
    const contributions = await takeContributions(trx, documentId);
    if (contributions.length > 0)
      await onWorkSessionEnd(trx, { documentId, seq, state, wordCount, contributions });
  });
}
