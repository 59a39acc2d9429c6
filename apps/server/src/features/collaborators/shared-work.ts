import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { id, type SharedWork } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { pageOf, readCursor, type Page, type PageAsked } from '../../domain/pages.ts';
import { toPerson } from '../../domain/people.ts';
import { membershipsVisibleTo } from '../../domain/shared-work.ts';

type Db = Kysely<Schema>;

const cursorKeys = z.tuple([z.string().max(1_000), id]);

type Membership = {
  kind: 'project' | 'document';
  id: string;
  name: string;
  role: SharedWork['projects'][number]['role'];
};
type Row = {
  id: string;
  username: string;
  name: string;
  avatarColor: string;
  memberships: Membership[];
};

function present(row: Row): SharedWork {
  const of = (kind: Membership['kind']) =>
    row.memberships.filter((membership) => membership.kind === kind);
  return {
    user: toPerson(row),
    projects: of('project').map(({ id: projectId, name, role }) => ({ id: projectId, name, role })),
    documents: of('document').map(({ id: documentId, name, role }) => ({
      id: documentId,
      title: name,
      role,
    })),
  };
}

/**
 * Returns the users who share projects or documents with a user, by name, with the shared objects.
 * Contains only objects visible to the user.
 */
export async function listSharedWork(
  db: Db,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<SharedWork>> {
  const after = readCursor(cursorKeys, cursor);
  const rest = after ? sql`and (lower(u.name), u.id) > (${after[0]}, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<Row & { key: string }>`
    with memberships as (${membershipsVisibleTo(db, userId)})
    select u.id, u.username, u.name, u.avatar_color as "avatarColor", lower(u.name) as key,
      (select jsonb_agg(jsonb_build_object('kind', w.kind, 'id', w.id, 'name', w.name, 'role', w.role) order by lower(w.name), w.id)
         from (select * from memberships where user_id = u.id order by lower(name), id limit 200) w) as memberships
    from users u
    where u.id <> ${userId} and u.disabled_at is null and u.deleted_at is null
      and u.id in (select user_id from memberships) ${rest}
    order by lower(u.name), u.id
    limit ${limit + 1}`.execute(db);
  return pageOf(rows, { limit, keysOf: (row) => [row.key, row.id], present });
}
