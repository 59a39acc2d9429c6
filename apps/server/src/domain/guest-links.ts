import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Audit } from './audit.ts';

type Db = Kysely<Schema>;

/**
 * Removes the guests of these links from their document and ends their sessions. Returns their user
 * ids.
 */
export async function removeGuests(trx: Db, linkIds: readonly string[]): Promise<string[]> {
  if (linkIds.length === 0) return [];
  const guests = await trx
    .selectFrom('users')
    .select('id')
    .where('guest_link_id', 'in', linkIds)
    .execute();
  const ids = guests.map((row) => row.id);
  if (ids.length === 0) return [];
  await trx.deleteFrom('document_members').where('user_id', 'in', ids).execute();
  await trx.deleteFrom('sessions').where('user_id', 'in', ids).execute();
  return ids;
}

/** Selects links by their creator or by their document. */
type Concerned = { makerId: string } | { documentId: string };

/**
 * Ends links whose creator may no longer share the document. Runs in the transaction that removes
 * the right, so that no guest remains. Returns the removed guests; close their sockets after the
 * commit.
 */
export async function endLinksWithoutRight(
  trx: Db,
  { clock, audit }: { clock: Clock; audit: Audit },
  { actorId, ...concerned }: Concerned & { actorId: string | null },
): Promise<string[]> {
  const whose =
    'makerId' in concerned
      ? sql`l.created_by = ${concerned.makerId}::uuid`
      : sql`l.document_id = ${concerned.documentId}::uuid`;
  const { rows } = await sql<{ id: string; documentId: string }>`
    update guest_links l set ended_at = ${new Date(clock.now())}
    where l.ended_at is null and ${whose} and not exists (
      select from documents d join users u on u.id = l.created_by
      where d.id = l.document_id and u.disabled_at is null and u.deleted_at is null and (
        (d.project_id is null and coalesce(d.owner_id, d.created_by) = u.id)
        or exists (select from project_members m where m.project_id = d.project_id and m.user_id = u.id and m.role = 'owner')
        or exists (select from document_roles s where s.document_id = d.id and s.user_id = u.id and s.role = 'owner')))
    returning l.id, l.document_id as "documentId"`.execute(trx);
  for (const { id, documentId } of rows) {
    await audit(trx, {
      action: 'guest_link.ended',
      actorId,
      target: id,
      data: { documentId, by: 'lost_right' },
    });
  }
  return removeGuests(
    trx,
    rows.map(({ id }) => id),
  );
}

/** Ends all links, and removes their guests. Returns the user ids of the guests. */
export async function endAllLinks(
  trx: Db,
  { clock, audit }: { clock: Clock; audit: Audit },
  actorId: string,
): Promise<string[]> {
  const ended = await trx
    .updateTable('guest_links')
    .set({ ended_at: new Date(clock.now()) })
    .where('ended_at', 'is', null)
    .returning(['id', 'document_id as documentId'])
    .execute();
  for (const { id, documentId } of ended)
    await audit(trx, {
      action: 'guest_link.ended',
      actorId,
      target: id,
      data: { documentId, by: 'rule' },
    });
  return removeGuests(
    trx,
    ended.map(({ id }) => id),
  );
}

/** Limits the time of all links since their creation (ms), and of the sessions of their guests. */
export async function shortenLinks(trx: Db, most: number): Promise<void> {
  const seconds = most / 1_000;
  await sql`update guest_links set expires_at = least(expires_at, created_at + ${seconds} * interval '1 second')
    where ended_at is null`.execute(trx);
  await sql`update sessions s set expires_at = least(s.expires_at, l.expires_at)
    from users u join guest_links l on l.id = u.guest_link_id
    where s.user_id = u.id and u.is_guest`.execute(trx);
}
