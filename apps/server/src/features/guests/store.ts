import { sql, type Insertable, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type Guest, type GuestLink } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';
import { hashOf } from '../../platform/secrets.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([id]);

/** Selects links that have neither ended nor expired. */
function activeLinks(db: Db, now: number) {
  return db
    .selectFrom('guest_links as l')
    .where('l.ended_at', 'is', null)
    .where('l.expires_at', '>', new Date(now));
}

function linksOf(db: Db, documentId: string, now: number) {
  return allLinks(db, now).where('l.document_id', '=', documentId);
}

function allLinks(db: Db, now: number) {
  return activeLinks(db, now)
    .innerJoin('users as u', 'u.id', 'l.created_by')
    .select([
      'l.id as id',
      'l.document_id as documentId',
      'l.role as role',
      'l.created_at as createdAt',
      'l.expires_at as expiresAt',
    ])
    .select(sql<boolean>`l.password_hash is not null`.as('hasPassword'))
    .select(
      sql<number>`(select count(*) from users g where g.guest_link_id = l.id)`.as('guestCount'),
    )
    .select([
      'u.id as byId',
      'u.username as username',
      'u.name as name',
      'u.avatar_color as avatarColor',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof linksOf>['executeTakeFirstOrThrow']>>;

function present({
  byId,
  username,
  name,
  avatarColor,
  createdAt,
  expiresAt,
  ...row
}: Row): GuestLink {
  const createdBy = { id: byId, username, name, avatarColor };
  return {
    ...row,
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Returns the valid links of a document, newest first. */
export async function listLinks(
  db: Db,
  documentId: string,
  { limit, cursor, now }: PageAsked & { now: number },
): Promise<Page<GuestLink>> {
  const before = readCursor(cursorKeys, cursor);
  const rows = await linksOf(db, documentId, now)
    .$if(before !== null, (query) => query.where('l.id', '<', before?.[0] ?? ''))
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { limit, keysOf: (row) => [row.id], present });
}

/**
 * Returns the valid links of all documents, newest first, with the last activity of their guests.
 */
export async function listAllLinks(
  db: Db,
  { limit, cursor, now }: PageAsked & { now: number },
): Promise<Page<GuestLink & { lastUsedAt: string | null }>> {
  const before = readCursor(cursorKeys, cursor);
  const rows = await allLinks(db, now)
    .select(
      sql<Date | null>`(
        select max(greatest(g.created_at, s.last_seen_at)) from users g left join sessions s on s.user_id = g.id
        where g.guest_link_id = l.id)`.as('lastUsedAt'),
    )
    .$if(before !== null, (query) => query.where('l.id', '<', before?.[0] ?? ''))
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.id],
    present: ({ lastUsedAt, ...row }) => ({
      ...present(row),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }),
  });
}

/** Returns the title of a document. */
export async function titleOf(db: Db, documentId: string): Promise<string> {
  const row = await db
    .selectFrom('documents')
    .select('title')
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row?.title ?? '';
}

/** Returns the document of a link that has not ended, or null if there is none. */
export async function documentOfLink(db: Db, linkId: string): Promise<string | null> {
  const row = await db
    .selectFrom('guest_links')
    .select('document_id')
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.document_id ?? null;
}

/** Returns the number of valid links of a document. */
export async function countLinks(db: Db, documentId: string, now: number): Promise<number> {
  const row = await activeLinks(db, now)
    .where('l.document_id', '=', documentId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Stores a link and returns its representation in lists. */
export async function addLink(
  trx: Db,
  row: Insertable<Schema['guest_links']>,
  now: number,
): Promise<GuestLink> {
  await trx.insertInto('guest_links').values(row).execute();
  return present(
    await linksOf(trx, row.document_id, now).where('l.id', '=', row.id).executeTakeFirstOrThrow(),
  );
}

/** Returns a valid link by its secret, or null if there is none. */
export async function findLink(db: Db, token: string, now: number) {
  const row = await activeLinks(db, now)
    .innerJoin('users as u', 'u.id', 'l.created_by')
    .where('u.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .select([
      'l.id as id',
      'l.document_id as documentId',
      'l.role as role',
      'l.password_hash as passwordHash',
    ])
    .select(['l.expires_at as expiresAt', 'l.created_by as createdBy', 'u.name as inviterName'])
    .where('l.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * True if a link is still valid. Locks it until the transaction ends, so that it cannot end before
 * the guest is added.
 */
export async function isStillHolding(trx: Db, linkId: string, now: number): Promise<boolean> {
  const row = await activeLinks(trx, now)
    .select('l.id')
    .where('l.id', '=', linkId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a link. Returns false if there is none that has not ended. */
export async function endLink(
  trx: Db,
  { documentId, linkId, at }: { documentId: string; linkId: string; at: Date },
): Promise<boolean> {
  const ended = await trx
    .updateTable('guest_links')
    .set({ ended_at: at })
    .where('id', '=', linkId)
    .where('document_id', '=', documentId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Adds a guest with access to the document. */
export async function addGuest(
  trx: Db,
  guest: {
    id: string;
    name: string;
    color: string;
    linkId: string;
    documentId: string;
    role: Guest['role'];
    at: Date;
  },
): Promise<void> {
  // The username cannot be typed, and mail to the address is never delivered (RFC 2606). So signing
  // in as a guest is impossible.
  const named = {
    username: `guest ${guest.id}`,
    username_key: `guest ${guest.id}`,
    name: guest.name,
  };
  const address = {
    email: `${guest.id}@guest.invalid`,
    email_key: `${guest.id}@guest.invalid`,
    password_hash: '',
  };
  await trx
    .insertInto('users')
    .values({
      id: guest.id,
      ...named,
      ...address,
      avatar_color: guest.color,
      is_guest: true,
      guest_link_id: guest.linkId,
    })
    .execute();
  await trx
    .insertInto('document_members')
    .values({
      document_id: guest.documentId,
      user_id: guest.id,
      role: guest.role,
      added_at: guest.at,
    })
    .execute();
}

/** Returns the document and role of a guest, or null if the guest was removed. */
export async function findMembership(db: Db, userId: string) {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('guest_links as l', 'l.id', 'u.guest_link_id')
    .innerJoin('document_members as m', (join) =>
      join.onRef('m.document_id', '=', 'l.document_id').onRef('m.user_id', '=', 'u.id'),
    )
    .select(['l.document_id as documentId', 'm.role as role'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
