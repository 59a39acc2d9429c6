import { sql, type Kysely } from 'kysely';
import { limits } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { usernameKey } from './people.ts';

type Db = Kysely<Schema>;

/**
 * Returns the form in which comments mention a group: the words of its name in lower case, joined
 * by hyphens. Empty if no word has a letter or a digit.
 */
export function groupHandle(name: string): string {
  return usernameKey(name)
    .split(/[^\p{L}\p{M}\p{N}._]+/u)
    .filter((word) => /[\p{L}\p{M}\p{N}]/u.test(word))
    .join('-');
}

/** Returns the ids of the active members of a group. */
export async function memberIdsOf(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id as userId')
    .where('m.group_id', '=', groupId)
    .where('u.disabled_at', 'is', null)
    .execute();
  return rows.map(({ userId }) => userId);
}

/**
 * Selects the groups with a role in a document: of its own, through its ancestors and its project.
 */
export function groupsOfDocument(db: Db, documentId: string) {
  return db
    .selectFrom('document_groups as dg')
    .where('dg.document_id', '=', documentId)
    .select(['dg.group_id as groupId', 'dg.role as role'])
    .unionAll(
      db
        .selectFrom('document_groups as ag')
        .innerJoin('document_ancestors as a', 'a.ancestor_id', 'ag.document_id')
        .where('a.document_id', '=', documentId)
        .select(['ag.group_id as groupId', 'ag.role as role']),
    )
    .unionAll(
      db
        .selectFrom('project_groups as pg')
        .innerJoin('documents as d', 'd.project_id', 'pg.project_id')
        .where('d.id', '=', documentId)
        .select(['pg.group_id as groupId', 'pg.role as role']),
    );
}

/**
 * Returns the active members of mentioned groups with a role in the document. Groups of more than
 * {@link limits.groupMentionMax} members are left out.
 *
 * @param mentioned ids or handles of groups; values that are none are ignored
 */
export async function membersOfMentioned(
  db: Db,
  documentId: string,
  mentioned: { readonly ids: readonly string[] } | { readonly handles: readonly string[] },
): Promise<string[]> {
  const isMentioned =
    'ids' in mentioned
      ? sql<boolean>`g.id = any(${mentioned.ids}::uuid[])`
      : sql<boolean>`g.handle = any(${mentioned.handles}::text[])`;
  const rows = await db
    .selectFrom('groups as g')
    .where(isMentioned)
    .where(
      'g.id',
      'in',
      db.selectFrom(groupsOfDocument(db, documentId).as('o')).select('o.groupId'),
    )
    .where(
      sql<boolean>`(select count(*) from group_members c where c.group_id = g.id) <= ${limits.groupMentionMax}`,
    )
    .innerJoin('group_members as m', 'm.group_id', 'g.id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('u.disabled_at', 'is', null)
    .select('m.user_id as userId')
    .distinct()
    .execute();
  return rows.map(({ userId }) => userId);
}
