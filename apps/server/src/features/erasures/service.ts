import type { Kysely } from 'kysely';
import type { Erasure, ErasurePreview, NewErasure } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Live } from '../../domain/live.ts';
import { usernameKey } from '../../domain/people.ts';
import { beginRemoval, findOnlyOwned, removePerson } from '../../domain/person-removal.ts';
import { requireOwner, type ReauthenticationDeps } from '../../domain/reauthentication.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Ids } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { removeNames } from './names.ts';
import * as store from './store.ts';

/** Dependencies of erasures. */
export type ErasuresDeps = ReauthenticationDeps & {
  ids: Ids;
  live: Live;
  jobs: Jobs;
  audit: Audit;
};

type Db = Kysely<Schema>;

/** Returns what the erasure of a user would concern. Refuses `not_found`. */
export async function previewErasure(
  { db, live }: Pick<ErasuresDeps, 'db' | 'live'>,
  userId: string,
): Promise<ErasurePreview> {
  await live.settle();
  await store.getCandidate(db, userId);
  return store.readPreview(db, userId);
}

/**
 * Hands the projects whose only owner is the user over to their next member, and moves those
 * without other members to the trash. Returns the users whose role changed.
 */
async function passOnProjects(
  { audit, clock }: Pick<ErasuresDeps, 'audit' | 'clock'>,
  trx: Db,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<string[]> {
  const at = new Date(clock.now());
  const successors: string[] = [];
  for (const { projectId, successorId } of await findOnlyOwned(trx, userId)) {
    if (successorId === null) {
      await store.trashProject(trx, projectId, at);
      continue;
    }
    await store.makeOwner(trx, { projectId, userId: successorId, at });
    const data = { userId: successorId };
    await audit(trx, { action: 'project.handed_over', actorId, target: projectId, data });
    successors.push(successorId);
  }
  return successors;
}

/** Erases the user in a transaction. Returns the users whose rights or sessions changed. */
async function erase(
  deps: ErasuresDeps,
  trx: Db,
  { callerId, userId, asked }: { callerId: string; userId: string; asked: NewErasure },
): Promise<{ erasureId: string; guests: string[]; successors: string[] }> {
  await beginRemoval(trx, userId);
  const { isDemo, username } = await store.getCandidate(trx, userId);
  if (isDemo) refuse('demo_person');
  if (usernameKey(asked.username) !== usernameKey(username)) refuse('not_this_username');
  const by = { userId, actorId: callerId };
  const successors = await passOnProjects(deps, trx, by);
  const erasureId = asked.removeWords
    ? await removeWords(deps, trx, by)
    : await addErasure(deps, trx, { ...by, removesWords: false });
  const guests = await removePerson(trx, deps, by);
  return { erasureId, guests, successors };
}

/** Delay of the job, after which no connection of the user is open any more (s). */
const afterSeconds = 2;

/** Stores an erasure for the job, and records it. Returns its id. */
async function addErasure(
  { ids, clock, audit, jobs }: ErasuresDeps,
  trx: Db,
  given: { userId: string; actorId: string; removesWords: boolean },
): Promise<string> {
  const { userId, actorId, removesWords } = given;
  const id = ids.uuid();
  const at = new Date(clock.now());
  await store.addErasure(trx, { id, userId, askedBy: actorId, removesWords, at });
  await audit(trx, { action: 'user.erased', actorId, target: userId, data: { removesWords } });
  await jobs.enqueue('people.erase', {}, { trx, key: 'all', afterSeconds });
  return id;
}

/**
 * Removes in a transaction what a user said and the names that the user gave, and stores an erasure
 * for the job, which removes the text from documents. Returns its id. Refuses `on_hold`.
 */
export async function removeWords(
  deps: ErasuresDeps,
  trx: Db,
  by: { userId: string; actorId: string },
): Promise<string> {
  if ((await store.readPreview(trx, by.userId)).heldDocuments > 0) refuse('on_hold');
  const erasureId = await addErasure(deps, trx, { ...by, removesWords: true });
  await store.blankStatements(trx, by.userId, new Date(deps.clock.now()));
  await removeNames(trx, by);
  return erasureId;
}

/**
 * Erases a user: deletes the account like its owner would, passes on the projects of which the
 * user is the only owner, and stores which documents a job has to change. The caller proves the
 * ownership of their own account and enters the username of the user.
 *
 * Refuses `not_found`, `not_yourself`, `not_this_username`, `on_hold`, `last_administrator`,
 * `demo_person`, `wrong_password`, `sign_in_again`.
 */
export async function createErasure(
  deps: ErasuresDeps,
  session: { sessionId: string; user: Account },
  { userId, asked }: { userId: string; asked: NewErasure },
): Promise<Erasure> {
  const { id: callerId } = session.user;
  if (userId === callerId) refuse('not_yourself');
  await requireOwner(deps, session, asked.currentPassword);
  await deps.live.settle();
  const { erasureId, guests, successors } = await deps.db
    .transaction()
    .execute((trx) => erase(deps, trx, { callerId, userId, asked }));
  for (const ended of [userId, ...guests]) deps.live.sessionEnded({ userId: ended });
  if (successors.length > 0) deps.live.rightsChanged({ userIds: successors });
  return store.getErasure(deps.db, erasureId);
}
