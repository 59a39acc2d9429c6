import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import {
  defaultNotificationSettings,
  id,
  notification,
  notificationSettings,
  type Notification,
  type NotificationSettings,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments, visibleProjects } from '../../domain/membership.ts';
import type { ToTell } from '../../domain/notify.ts';
import { momentKey, momentKeyOf, momentOfKey, pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([momentKey, id]);

/** Milliseconds within which the same thing by the same person is told of once, as long as it is not read. */
const gatherMs = 86_400_000;

/** How many a person's inbox keeps: older ones go. */
const keptMax = 1_000;

const storedSettings = z.looseObject({ mail: z.record(z.string(), z.unknown()) });

/** How a person wants to be told. */
export async function readSettings(db: Db, userId: string): Promise<NotificationSettings> {
  const row = await db.selectFrom('notification_settings').select('settings').where('user_id', '=', userId).executeTakeFirst();
  const stored = storedSettings.safeParse(row?.settings).data;
  if (stored === undefined) return defaultNotificationSettings;
  // What an older version stored may lack a kind: of that one, the default holds.
  const whole = { ...stored, mail: { ...defaultNotificationSettings.mail, ...stored.mail } };
  return notificationSettings.safeParse(whole).data ?? defaultNotificationSettings;
}

/** Stores how a person wants to be told. */
export async function writeSettings(db: Db, userId: string, settings: NotificationSettings): Promise<void> {
  const row = { user_id: userId, settings: JSON.stringify(settings) };
  await db
    .insertInto('notification_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings: row.settings }))
    .execute();
}

/** People who can be told of something at all: neither gone nor shut out, nor only looking around. `isMailed`: whether by mail as well. */
export async function tellable(db: Db, userIds: readonly string[]): Promise<{ userId: string; isMailed: boolean }[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select(['id', 'demo_until as demoUntil'])
    .where('id', 'in', userIds)
    .where('is_guest', '=', false)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => ({ userId: row.id, isMailed: row.demoUntil === null }));
}

/** What is told, with the name of the project where it is about one as such. */
export async function withProjectName(db: Db, told: ToTell): Promise<ToTell> {
  if (told.projectId === null || told.documentId !== null || 'projectName' in told.data) return told;
  const row = await db.selectFrom('projects').select('name').where('id', '=', told.projectId).executeTakeFirst();
  return { ...told, data: { ...told.data, projectName: row?.name ?? '' } };
}

/** Tells one person of something; the same by the same person, where it is not read yet, only counts up, and decisions add up. */
export async function add(
  trx: Db,
  userId: string,
  { told, newId, at, dueAt }: { told: ToTell; newId: string; at: Date; dueAt: Date | null },
): Promise<void> {
  const isGathered = told.kind === 'watched' || told.kind === 'decision';
  const data = JSON.stringify(told.data);
  const sum = (name: string) => sql`coalesce((data->>${name})::integer, 0) + coalesce((${data}::jsonb->>${name})::integer, 0)`;
  const summed = sql<string>`${data}::jsonb || jsonb_build_object(
    'accepted', ${sum('accepted')}, 'rejected', ${sum('rejected')})`;
  const gathered =
    !isGathered || told.documentId === null
      ? undefined
      : await trx
          .updateTable('notifications')
          .set((eb) => ({
            times: eb('times', '+', told.kind === 'watched' ? 1 : 0),
            created_at: at,
            data: told.kind === 'decision' ? summed : data,
            mail_due_at: sql<Date | null>`coalesce(mail_due_at, ${dueAt}::timestamptz)`,
          }))
          .where('user_id', '=', userId)
          .where('kind', '=', told.kind)
          .where('type', '=', told.type)
          .where('actor_id', '=', told.actorId)
          .where('document_id', '=', told.documentId)
          .where('read_at', 'is', null)
          .where('created_at', '>', new Date(at.getTime() - gatherMs))
          .returning('id')
          .executeTakeFirst();
  if (gathered !== undefined) return;
  await trx
    .insertInto('notifications')
    .values({
      id: newId,
      user_id: userId,
      kind: told.kind,
      type: told.type,
      actor_id: told.actorId,
      project_id: told.projectId,
      document_id: told.documentId,
      data,
      created_at: at,
      mail_due_at: dueAt,
    })
    .execute();
}

/**
 * Who watches a document, or, with no document, a project: who chose to; and of a document also who made it or commented on it and did not
 * choose otherwise. A choice about the document wins over one about its project.
 */
export async function watchersOf(
  db: Db,
  { documentId, projectId }: { documentId: string | null; projectId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with chosen as (
      select user_id, watching, object_id = ${documentId}::uuid is true as own from watches
      where object_id in (${documentId}::uuid, coalesce((select project_id from documents where id = ${documentId}::uuid), ${projectId}::uuid))
    ), near (id) as (
      select coalesce(owner_id, created_by) from documents where id = ${documentId}::uuid
      union select created_by from documents where id = ${documentId}::uuid
      union select author_id from comments where document_id = ${documentId}::uuid
    )
    select user_id as id from chosen c where watching and (own or not exists (
      select from chosen o where o.user_id = c.user_id and o.own and not o.watching))
    union
    select id from near n where not exists (select from chosen c where c.user_id = n.id and not c.watching)`.execute(db);
  return rows.map((row) => row.id);
}

/** Whether somebody chose to watch something, or not to; null where they did not choose. */
export async function findWatch(db: Db, userId: string, objectId: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('watches')
    .select('watching')
    .where('user_id', '=', userId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.watching ?? null;
}

/** Notes what somebody chose. */
export async function setWatch(db: Db, userId: string, objectId: string, watching: boolean): Promise<void> {
  await db
    .insertInto('watches')
    .values({ user_id: userId, object_id: objectId, watching })
    .onConflict((conflict) => conflict.columns(['user_id', 'object_id']).doUpdateSet({ watching }))
    .execute();
}

/** The people who took part in a thread. */
export async function speakersIn(db: Db, threadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('author_id as id')
    .distinct()
    .where('thread_id', '=', threadId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Who asked for a review, and who was asked. */
export async function peopleOfReview(db: Db, reviewId: string): Promise<string[]> {
  const asked = await db.selectFrom('reviewers').select('user_id as id').where('review_id', '=', reviewId).execute();
  const asking = await db.selectFrom('reviews').select('asked_by as id').where('id', '=', reviewId).execute();
  return [...asked, ...asking].map((row) => row.id);
}

/**
 * What a person is told, as they may read it now: what they may no longer open has neither a title nor a name, and the name of a
 * project is told to its people alone.
 */
function notificationsOf(db: Db, userId: string) {
  const projects = visibleProjects(db, userId).clearSelect().select('p.id');
  const documents = visibleDocuments(db, userId).clearSelect().select('d.id');
  return db
    .selectFrom('notifications as n')
    .innerJoin('users', 'users.id', 'n.actor_id')
    .where('n.user_id', '=', userId)
    .select(['n.id as id', 'n.kind as kind', 'n.type as type', 'n.project_id as projectId', 'n.document_id as documentId'])
    .select((eb) => eb('n.project_id', 'in', projects).as('seesProject'))
    .select((eb) => eb('n.document_id', 'in', documents).as('seesDocument'))
    .select(['n.data as data', 'n.times as times', 'n.created_at as createdAt', 'n.read_at as readAt'])
    .select(momentKeyOf('n.created_at').as('createdKey'))
    .select(['users.id as actorId', 'users.username as username', 'users.name as name', 'users.avatar_color as avatarColor']);
}

type Row = Awaited<ReturnType<ReturnType<typeof notificationsOf>['executeTakeFirstOrThrow']>>;

/** What is told, without the words of what its person may not see. */
function dataFor({ documentId, data, seesDocument, seesProject }: Row): Row['data'] {
  const theirs = [
    ...(seesProject === true ? [] : ['projectName']),
    ...(documentId === null && seesProject !== true ? ['name'] : []),
    ...(documentId !== null && seesDocument !== true ? ['title', 'name', 'from'] : []),
  ];
  return Object.fromEntries(Object.entries(data).filter(([name]) => !theirs.includes(name)));
}

function present(told: Row): Notification {
  const { createdKey: _, seesProject, seesDocument, actorId, username, name, avatarColor, createdAt, readAt, ...row } = told;
  const actor = { id: actorId, username, name, avatarColor };
  const hidden = row.documentId === null ? row.projectId !== null && seesProject !== true : seesDocument !== true;
  return notification.parse({
    ...row,
    data: dataFor(told),
    hidden,
    actor,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  });
}

/** What a person is told of, newest first. */
export async function listNotifications(
  db: Db,
  userId: string,
  { limit, cursor, unread }: PageAsked & { unread: boolean },
): Promise<Page<Notification>> {
  const after = readCursor(cursorKeys, cursor);
  const rows = await notificationsOf(db, userId)
    .$if(unread, (query) => query.where('n.read_at', 'is', null))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(n.created_at, n.id) < (${momentOfKey(after?.[0] ?? 0)}, ${after?.[1]}::uuid)`),
    )
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}

/** How many a person has not read. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Marks these as read, or all; what is read needs no mail. */
export async function markRead(db: Db, userId: string, ids: readonly string[] | undefined, at: Date): Promise<void> {
  if (ids?.length === 0) return;
  await db
    .updateTable('notifications')
    .set({ read_at: at, mail_due_at: null })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute();
}

/** What waits to be mailed to a person. */
export function waitingForMail(db: Db, userId: string) {
  return db
    .selectFrom('notifications')
    .select(['id', 'kind'])
    .where('user_id', '=', userId)
    .where('mail_due_at', 'is not', null)
    .execute();
}

/** Says when mail is to tell of something. */
export async function setMailDue(db: Db, notificationId: string, dueAt: Date | null): Promise<void> {
  await db.updateTable('notifications').set({ mail_due_at: dueAt }).where('id', '=', notificationId).execute();
}

/** People to whom something is to be mailed by now. */
export async function peopleDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id as id')
    .distinct()
    .where('mail_due_at', '<=', now)
    .limit(200)
    .execute();
  return rows.map((row) => row.id);
}

/** Lets wait what is due for a person. */
export async function putOff(db: Db, userId: string, { now, waitSeconds }: { now: Date; waitSeconds: number }): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_due_at: new Date(now.getTime() + waitSeconds * 1_000) })
    .where('user_id', '=', userId)
    .where('mail_due_at', '<=', now)
    .execute();
}

/** Takes what is due for a person out of what waits; of two at once, one gets it. */
export async function takeDue(trx: Db, userId: string, now: Date): Promise<Notification[]> {
  const taken = await trx
    .updateTable('notifications')
    .set({ mail_due_at: null })
    .where('user_id', '=', userId)
    .where('mail_due_at', '<=', now)
    .returning('id')
    .execute();
  if (taken.length === 0) return [];
  const ids = taken.map((row) => row.id);
  const rows = await notificationsOf(trx, userId)
    .where('n.id', 'in', ids)
    .where('n.read_at', 'is', null)
    .orderBy('n.created_at')
    .execute();
  return rows.map(present);
}

/** Removes what lies beyond the newest thousand of each person. */
export async function removeOld(db: Db): Promise<void> {
  await sql`delete from notifications n using (
    select id, row_number() over (partition by user_id order by created_at desc, id desc) as place from notifications
  ) o where o.id = n.id and o.place > ${keptMax}`.execute(db);
}
