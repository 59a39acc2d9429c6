import { sql, type Kysely } from 'kysely';
import type { Erasure, FormerMember } from '@longhand/contract';
import type { Account } from '../../db/accounts.ts';
import type { Schema } from '../../db/schema.ts';
import { requireNotHeld } from '../../domain/holds.ts';
import { momentKeyOf, newestFirst, pageOf, type Page, type PageAsked } from '../../domain/pages.ts';
import { requireOwner } from '../../domain/reauthentication.ts';
import { refuse } from '../../platform/refusal.ts';
import { concernedDocuments } from './names.ts';
import { removeWords, type ErasuresDeps } from './service.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** SQL condition: an erasure of the user `u` removes, or has removed, the text. */
const isWordless = sql<boolean>`exists (
  select from erasures e where e.user_id = u.id and e.removes_words)`;

function formerMembers(db: Db) {
  return db
    .selectFrom('users as u')
    .select('u.id')
    .select((eb) => eb.ref('u.deleted_at').$notNull().as('deletedAt'))
    .select(momentKeyOf('u.deleted_at').as('deletedKey'))
    .select(
      sql<number>`(select count(distinct document_id) from document_clients where user_id = u.id)::integer`.as(
        'documents',
      ),
    )
    .select(
      sql<number>`(select count(*) from comments where author_id = u.id and deleted_at is null)::integer`.as(
        'comments',
      ),
    )
    .where('u.deleted_at', 'is not', null)
    .where('u.demo_until', 'is', null)
    .where('u.is_guest', '=', false);
}

/** Returns the number of documents on hold with text or names of each of these users. */
async function countHeld(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>();
  for (const userId of userIds) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (${concernedDocuments(userId)}) c
      where c.id in (select id from held where kind = 'document')`.execute(db);
    held.set(userId, rows[0]?.count ?? 0);
  }
  return held;
}

/** Returns the users whose accounts are deleted and whose text was not removed. */
export async function listFormerMembers(
  db: Db,
  { limit, cursor }: PageAsked,
): Promise<Page<FormerMember>> {
  const query = formerMembers(db).where((eb) => eb.not(isWordless));
  const rows = await newestFirst(query, { limit, cursor }, ['u.deleted_at', 'u.id']).execute();
  const held = await countHeld(
    db,
    rows.map(({ id }) => id),
  );
  return pageOf(rows, {
    limit,
    keysOf: (row) => [row.deletedKey, row.id],
    present: ({ id, deletedAt, documents, comments }) => ({
      id,
      deletedAt: deletedAt.toISOString(),
      documents,
      comments,
      heldDocuments: held.get(id) ?? 0,
    }),
  });
}

/**
 * Removes the text of a user whose account is deleted, and the names that the user gave. The caller
 * proves the ownership of their own account.
 *
 * Refuses `not_found`, `words_removed`, `on_hold`, `wrong_password`, `sign_in_again`.
 */
export async function eraseFormerMember(
  deps: ErasuresDeps,
  session: { sessionId: string; user: Account },
  { userId, currentPassword }: { userId: string; currentPassword?: string | undefined },
): Promise<Erasure> {
  await requireOwner(deps, session, currentPassword);
  const erasureId = await deps.db.transaction().execute(async (trx) => {
    // Of concurrent calls, one removes the text.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const row = await formerMembers(trx)
      .select(isWordless.as('isWordless'))
      .where('u.id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) refuse('not_found');
    if (row.isWordless) refuse('words_removed');
    await requireNotHeld(trx, 'person', [userId]);
    return removeWords(deps, trx, { userId, actorId: session.user.id });
  });
  return store.getErasure(deps.db, erasureId);
}
