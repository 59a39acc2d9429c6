import type { Kysely, Updateable } from 'kysely';
import type { Announcement } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';

type Db = Kysely<Schema>;

function announcements(db: Db) {
  return db
    .selectFrom('announcements as a')
    .select([
      'a.id',
      'a.text',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'a.created_at as createdAt',
    ])
    .select(['a.updated_at as updatedAt', momentKeyOf('a.starts_at').as('startsKey')]);
}

/** An announcement as stored. */
export type AnnouncementRow = Awaited<
  ReturnType<ReturnType<typeof announcements>['executeTakeFirstOrThrow']>
>;

/** Returns an announcement's representation in responses. */
export function present({ startsKey: _, ...row }: AnnouncementRow): Announcement {
  return {
    ...row,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns announcements, latest start first. `runningAt`: only those active at that time. */
export async function list(
  db: Db,
  { limit, cursor, runningAt }: PageAsked & { runningAt?: Date },
): Promise<Page<Announcement>> {
  let query = announcements(db);
  if (runningAt) {
    query = query
      .where('a.starts_at', '<=', runningAt)
      .where((eb) => eb.or([eb('a.ends_at', 'is', null), eb('a.ends_at', '>', runningAt)]));
  }
  const rows = await newestFirst(query, { limit, cursor }, ['a.starts_at', 'a.id']).execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.startsKey, row.id], present });
}

/** Locks and returns an announcement, or null if there is none. */
export async function lockAndRead(
  trx: Db,
  announcementId: string,
): Promise<AnnouncementRow | null> {
  return (
    (await announcements(trx).where('a.id', '=', announcementId).forUpdate().executeTakeFirst()) ??
    null
  );
}

/** Adds an announcement. */
export async function add(
  trx: Db,
  row: {
    id: string;
    text: string;
    starts_at: Date;
    ends_at: Date | null;
    created_by: string;
    at: Date;
  },
): Promise<void> {
  const { at, ...given } = row;
  await trx
    .insertInto('announcements')
    .values({ ...given, created_at: at, updated_at: at })
    .execute();
}

/** Changes an announcement. */
export async function change(
  trx: Db,
  announcementId: string,
  row: Updateable<Schema['announcements']>,
): Promise<void> {
  await trx.updateTable('announcements').set(row).where('id', '=', announcementId).execute();
}

/** Deletes an announcement. Returns false if there is none. */
export async function remove(trx: Db, announcementId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('announcements')
    .where('id', '=', announcementId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}
