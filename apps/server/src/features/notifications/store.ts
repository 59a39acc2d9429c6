import { sql, type Kysely } from 'kysely';
import { notification as notificationSchema, type Notification } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { visibleDocuments, visibleProjects } from '../../domain/membership.ts';
import type { NewNotification } from '../../domain/notify.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

/**
 * Maximum age of an unread notification with which equal ones of the same actor are merged (ms).
 */
const gatherMs = 86_400_000;

/** Maximum number of notifications per user. Older ones are removed. */
const perUserMax = 1_000;

/** Adds the project name to a notification about a project itself. */
export async function withProjectName(
  db: Db,
  notification: NewNotification,
): Promise<NewNotification> {
  if (
    notification.projectId === null ||
    notification.documentId !== null ||
    'projectName' in notification.data
  )
    return notification;
  const row = await db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', notification.projectId)
    .executeTakeFirst();
  return { ...notification, data: { ...notification.data, projectName: row?.name ?? '' } };
}

/** A notification to add: its user, its id, and when to mail it (null: never). */
export type Addressed = {
  readonly userId: string;
  readonly newId: string;
  readonly dueAt: Date | null;
};

/**
 * Adds a notification for several users. If a user has an unread one about the same event by the
 * same actor, increments its count instead; decisions are summed.
 */
export async function addAll(
  trx: Db,
  addressed: readonly Addressed[],
  { notification, at }: { readonly notification: NewNotification; readonly at: Date },
): Promise<void> {
  const data = JSON.stringify(notification.data);
  const gathered = await gather(trx, addressed, { notification, data, at });
  const rows = addressed
    .filter(({ userId }) => !gathered.has(userId))
    .map(({ userId, newId, dueAt }) => ({
      id: newId,
      user_id: userId,
      kind: notification.kind,
      type: notification.type,
      actor_id: notification.actorId,
      project_id: notification.projectId,
      document_id: notification.documentId,
      data,
      created_at: at,
      mail_due_at: dueAt,
    }));
  if (rows.length > 0) await trx.insertInto('notifications').values(rows).execute();
}

/** Increments the counts of unread notifications. Returns the users that had one. */
async function gather(
  trx: Db,
  addressed: readonly Addressed[],
  {
    notification,
    data,
    at,
  }: { readonly notification: NewNotification; readonly data: string; readonly at: Date },
): Promise<ReadonlySet<string>> {
  if (
    notification.documentId === null ||
    (notification.kind !== 'watched' && notification.kind !== 'decision')
  )
    return new Set();
  const isDecision = notification.kind === 'decision';
  const sum = (name: string) =>
    sql`coalesce((n.data->>${name})::integer, 0) + coalesce((${data}::jsonb->>${name})::integer, 0)`;
  const summed = sql`${data}::jsonb || jsonb_build_object('accepted', ${sum('accepted')}, 'rejected', ${sum('rejected')})`;
  const { rows } = await sql<{ userId: string }>`
    update notifications n
    set times = n.times + ${isDecision ? 0 : 1}, created_at = ${at}, data = ${isDecision ? summed : sql`${data}::jsonb`},
      mail_due_at = coalesce(n.mail_due_at, a.due_at)
    from unnest(${addressed.map(({ userId }) => userId)}::uuid[], ${addressed.map(({ dueAt }) => dueAt)}::timestamptz[])
      as a (user_id, due_at)
    where n.user_id = a.user_id and n.kind = ${notification.kind} and n.type = ${notification.type} and n.actor_id = ${notification.actorId}
      and n.document_id = ${notification.documentId} and n.read_at is null and n.created_at > ${new Date(at.getTime() - gatherMs)}
    returning n.user_id as "userId"`.execute(trx);
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * Selects a user's notifications as readable now. Objects without access have neither title nor
 * name, and the name of a project is visible to its members only.
 */
function notificationsOf(db: Db, userId: string) {
  const projects = visibleProjects(db, userId).clearSelect().select('p.id');
  const documents = visibleDocuments(db, userId).clearSelect().select('d.id');
  return db
    .selectFrom('notifications as n')
    .innerJoin('users', 'users.id', 'n.actor_id')
    .where('n.user_id', '=', userId)
    .select([
      'n.id as id',
      'n.kind as kind',
      'n.type as type',
      'n.project_id as projectId',
      'n.document_id as documentId',
    ])
    .select((eb) => eb('n.project_id', 'in', projects).as('seesProject'))
    .select((eb) => eb('n.document_id', 'in', documents).as('seesDocument'))
    .select([
      'n.data as data',
      'n.times as times',
      'n.created_at as createdAt',
      'n.read_at as readAt',
    ])
    .select(momentKeyOf('n.created_at').as('createdKey'))
    .select([
      'users.id as actorId',
      'users.username as username',
      'users.name as name',
      'users.avatar_color as avatarColor',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof notificationsOf>['executeTakeFirstOrThrow']>>;

/** Returns the data of a notification without titles and names that the user may not see. */
function dataFor({ documentId, data, seesDocument, seesProject }: Row): Row['data'] {
  const theirs = [
    ...(seesProject === true ? [] : ['projectName']),
    ...(documentId === null && seesProject !== true ? ['name'] : []),
    ...(documentId !== null && seesDocument !== true ? ['title', 'name', 'from'] : []),
  ];
  return Object.fromEntries(Object.entries(data).filter(([name]) => !theirs.includes(name)));
}

function present(found: Row): Notification {
  const {
    createdKey: _,
    seesProject,
    seesDocument,
    actorId,
    username,
    name,
    avatarColor,
    createdAt,
    readAt,
    ...row
  } = found;
  const actor = { id: actorId, username, name, avatarColor };
  const hidden =
    row.documentId === null
      ? row.projectId !== null && seesProject !== true
      : seesDocument !== true;
  return notificationSchema.parse({
    ...row,
    data: dataFor(found),
    hidden,
    actor,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  });
}

/** Returns a user's notifications, newest first. */
export async function listNotifications(
  db: Db,
  userId: string,
  { limit, cursor, unread }: PageAsked & { unread: boolean },
): Promise<Page<Notification>> {
  const query = notificationsOf(db, userId).$if(unread, (all) =>
    all.where('n.read_at', 'is', null),
  );
  const rows = await newestFirst(query, { limit, cursor }, ['n.created_at', 'n.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.createdKey, row.id], present });
}

/** Returns the number of a user's unread notifications. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Marks notifications as read, or all. Read ones are not mailed. */
export async function markRead(
  db: Db,
  userId: string,
  ids: readonly string[] | undefined,
  at: Date,
): Promise<void> {
  if (ids?.length === 0) return;
  await db
    .updateTable('notifications')
    .set({ read_at: at, mail_due_at: null })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute();
}

/** Returns a user's notifications that are pending for mail. */
export function waitingForMail(db: Db, userId: string) {
  return db
    .selectFrom('notifications')
    .select(['id', 'kind'])
    .where('user_id', '=', userId)
    .where('mail_due_at', 'is not', null)
    .execute();
}

/** Sets the mail time of a notification. */
export async function setMailDue(
  db: Db,
  notificationId: string,
  dueAt: Date | null,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_due_at: dueAt })
    .where('id', '=', notificationId)
    .execute();
}

/** Returns the users with due mail. */
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

/** Delays the due mail of a user. */
export async function putOff(
  db: Db,
  userId: string,
  { now, waitSeconds }: { now: Date; waitSeconds: number },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_due_at: new Date(now.getTime() + waitSeconds * 1_000) })
    .where('user_id', '=', userId)
    .where('mail_due_at', '<=', now)
    .execute();
}

/** Takes the due notifications of a user. Of two concurrent callers, one gets them. */
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

/** Deletes notifications beyond the newest thousand of each user. */
export async function removeOld(db: Db): Promise<void> {
  await sql`delete from notifications n using (
    select id, row_number() over (partition by user_id order by created_at desc, id desc) as place from notifications
  ) o where o.id = n.id and o.place > ${perUserMax}`.execute(db);
}
