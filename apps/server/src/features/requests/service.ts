import type { Kysely } from 'kysely';
import type { AccessRequest, Role } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireNotTrashed } from '../../domain/access.ts';
import {
  findDocumentAccess,
  findProjectAccess,
  getDocumentAccess,
  getProjectAccess,
} from '../../domain/membership.ts';
import type { Notify } from '../../domain/notify.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { SlidingWindow } from '../../http/sliding-window.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import * as store from './store.ts';

/** Shares a document or project as an owner. */
export type Share = (
  callerId: string,
  given: { objectId: string; usernameOrEmail: string; role: Role },
) => Promise<unknown>;

/** Dependencies of requests for access. `asking`: rate limit of requests per user. */
export type RequestsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  notify: Notify;
  share: Readonly<Record<store.Asked['kind'], Share>>;
  asking: SlidingWindow;
};

/**
 * Stores a request for access. A job checks the object and the user's access, so that neither the
 * response nor its time reveals them. Refuses `demo_account`, `too_many`.
 */
export async function ask(
  { db, clock, ids, jobs, asking }: RequestsDeps,
  caller: Account,
  { message, ...asked }: store.Asked & { message: string },
): Promise<undefined> {
  if (caller.demoUntil !== null) refuse('demo_account');
  const retryAfterSeconds = asking.take(caller.id);
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds });
  await db.transaction().execute(async (trx) => {
    const request = {
      ...asked,
      id: ids.uuid(),
      userId: caller.id,
      message,
      at: new Date(clock.now()),
    };
    const requestId = await store.addRequest(trx, request);
    if (requestId !== null)
      await jobs.enqueue('access.look_up', { requestId }, { trx, key: requestId });
  });
  jobs.prompt();
  return undefined;
}

async function canRead(
  db: Kysely<Schema>,
  userId: string,
  { kind, objectId }: store.Asked,
): Promise<boolean> {
  const access = await (kind === 'document' ? findDocumentAccess : findProjectAccess)(
    db,
    userId,
    objectId,
  );
  return access !== null;
}

/**
 * Handles a request as a job: notifies the owners if there is an object without access for the
 * user. Idempotent.
 */
export async function lookUp(
  { db, clock, notify }: RequestsDeps,
  requestId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await store.takeAsked(trx, requestId);
    if (request === null) return;
    const { userId, kind, objectId } = request;
    const subject = await store.findSubject(trx, request);
    const isVain = subject === null || (await canRead(trx, userId, request));
    if (isVain || (await store.wasDeclined(trx, { userId, objectId, now: clock.now() })))
      return store.remove(trx, requestId);
    await store.open(trx, requestId);
    const isDocument = kind === 'document';
    await notify(trx, {
      kind: 'request',
      type: 'access.requested',
      actorId: userId,
      projectId: isDocument ? subject.projectId : objectId,
      documentId: isDocument ? objectId : null,
      data: {
        requestId,
        ...(isDocument ? { title: subject.name } : { projectName: subject.name }),
      },
      userIds: subject.owners,
    });
  });
}

async function requireOwner(
  db: Kysely<Schema>,
  userId: string,
  { kind, objectId }: store.Asked,
  isNotTrashed: boolean,
): Promise<void> {
  const standing = await (kind === 'document' ? getDocumentAccess : getProjectAccess)(
    db,
    userId,
    objectId,
  );
  (isNotTrashed ? requireNotTrashed : requireRole)(standing, 'share');
}

/** Grants a request. Refuses `not_found` (also for a decided one), `not_allowed`, `archived`. */
export async function grant(
  { db, clock, share }: RequestsDeps,
  userId: string,
  { requestId, role, ...asked }: store.Asked & { requestId: string; role: Role },
): Promise<undefined> {
  await requireOwner(db, userId, asked, true);
  const decided = {
    requestId,
    objectId: asked.objectId,
    state: 'granted' as const,
    at: new Date(clock.now()),
  };
  const { username } = (await store.findOpen(db, decided)) ?? refuse('not_found');
  try {
    await share[asked.kind](userId, { objectId: asked.objectId, usernameOrEmail: username, role });
  } catch (error) {
    // Another owner has given access meanwhile, so the request is fulfilled.
    if (!(error instanceof Refusal) || error.code !== 'already_collaborator') throw error;
  }
  // After sharing: a request whose grant is refused stays open.
  await store.decide(db, decided);
  return undefined;
}

/** Declines a request without notifying its author. Refuses `not_found`, `not_allowed`. */
export async function decline(
  { db, clock }: RequestsDeps,
  userId: string,
  { requestId, ...asked }: store.Asked & { requestId: string },
): Promise<undefined> {
  await requireOwner(db, userId, asked, false);
  const decided = {
    requestId,
    objectId: asked.objectId,
    state: 'declined' as const,
    at: new Date(clock.now()),
  };
  if ((await store.decide(db, decided)) === null) refuse('not_found');
  return undefined;
}

/** Returns the open requests for objects that the user owns. */
export function listWaiting(
  { db }: RequestsDeps,
  userId: string,
  asked: PageAsked,
): Promise<Page<AccessRequest>> {
  return store.listWaiting(db, userId, asked);
}
