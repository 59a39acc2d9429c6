import type { Kysely } from 'kysely';
import {
  mailTime,
  notificationKind,
  type Notification,
  type NotificationSettings,
  type Watch,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole } from '../../domain/access.ts';
import { getDocumentAccess, getProjectAccess } from '../../domain/membership.ts';
import type { Page, PageAsked } from '../../domain/pages.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../../platform/refusal.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';
import { readSettings, writeSettings } from './settings-store.ts';
import * as store from './store.ts';
import { mailDueAt } from './times.ts';
import * as watches from './watches-store.ts';

/** Dependencies of notifications. */
export type NotificationsDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  unsubscribeTokens: UnsubscribeTokens;
};

/** Returns a user's notifications. */
export function list(
  { db }: NotificationsDeps,
  userId: string,
  { unread, ...asked }: PageAsked & { unread: 'true' | 'false' | undefined },
): Promise<Page<Notification>> {
  return store.listNotifications(db, userId, { ...asked, unread: unread === 'true' });
}

/** Returns the number of unread notifications. */
export async function count(
  { db }: NotificationsDeps,
  userId: string,
): Promise<{ unread: number }> {
  return { unread: await store.countUnread(db, userId) };
}

/** Marks some notifications as read, or all. Ids of other users are ignored. */
export async function markRead(
  deps: NotificationsDeps,
  userId: string,
  ids: readonly string[] | undefined,
): Promise<{ unread: number }> {
  await store.markRead(deps.db, userId, ids, new Date(deps.clock.now()));
  return count(deps, userId);
}

/** Stores a user's settings. Updates the mail time of pending notifications. */
export async function setSettings(
  { db, clock }: NotificationsDeps,
  userId: string,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  await db.transaction().execute(async (trx) => {
    await writeSettings(trx, userId, settings);
    for (const waiting of await store.waitingForMail(trx, userId)) {
      const due = mailDueAt(settings, notificationKind.parse(waiting.kind), clock.now());
      await store.setMailDue(trx, waiting.id, due === null ? null : new Date(due));
    }
  });
  return settings;
}

/**
 * Ends all notification mail for the holder of the link. Refuses `link_ended` for an invalid one.
 */
export async function unsubscribe(deps: NotificationsDeps, token: string): Promise<undefined> {
  const userId = deps.unsubscribeTokens.readToken(token) ?? refuse('link_ended');
  const settings = await readSettings(deps.db, userId);
  const { never } = mailTime.enum;
  const mail = {
    mention: never,
    answer: never,
    decision: never,
    review: never,
    invitation: never,
    request: never,
    watched: never,
  };
  await setSettings(deps, userId, { ...settings, mail });
  return undefined;
}

/**
 * Returns the watch state of a document. It results from the user's choice for it or its project,
 * or from having created it or commented on it. Refuses `not_found`.
 */
export async function documentWatch(
  { db }: NotificationsDeps,
  userId: string,
  documentId: string,
): Promise<Watch> {
  const access = await getDocumentAccess(db, userId, documentId);
  requireRole(access, 'read');
  const { projectId } = access;
  const chosen = (await watches.findWatch(db, userId, documentId)) !== null;
  const watching = (await watches.watchersOf(db, { documentId, projectId })).includes(userId);
  return { watching, chosen };
}

/** Sets the watch state of a document. Refuses `not_found`. */
export async function watchDocument(
  deps: NotificationsDeps,
  userId: string,
  { documentId, watching }: { documentId: string; watching: boolean },
): Promise<Watch> {
  requireRole(await getDocumentAccess(deps.db, userId, documentId), 'read');
  await watches.setWatch(deps.db, userId, documentId, watching);
  return { watching, chosen: true };
}

/** Returns the watch state of a project. Refuses `not_found`. */
export async function projectWatch(
  { db }: NotificationsDeps,
  userId: string,
  projectId: string,
): Promise<Watch> {
  requireRole(await getProjectAccess(db, userId, projectId), 'read');
  const choice = await watches.findWatch(db, userId, projectId);
  return { watching: choice === true, chosen: choice !== null };
}

/** Sets the watch state of a project. Refuses `not_found`. */
export async function watchProject(
  deps: NotificationsDeps,
  userId: string,
  { projectId, watching }: { projectId: string; watching: boolean },
): Promise<Watch> {
  requireRole(await getProjectAccess(deps.db, userId, projectId), 'read');
  await watches.setWatch(deps.db, userId, projectId, watching);
  return { watching, chosen: true };
}
