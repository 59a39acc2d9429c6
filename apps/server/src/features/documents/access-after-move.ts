import { roles, type AccessAfterMove, type MoveQuestion, type Role } from '@longhand/contract';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { requireChange } from '../../domain/access.ts';
import type { Forest } from '../../domain/document-tree.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import { toPerson } from '../../domain/people.ts';
import { requireDestination } from './move.ts';

type Db = Kysely<Schema>;

/** Maximum number of users in an answer. */
const mostUsers = 50;

/** SQL array of the roles in order. */
const rolesInOrder = sql`array[${sql.join(roles.map((role) => sql.lit(role)))}]::text[]`;

/** Best role of the rows of a group. */
const best = sql`(${rolesInOrder})[min(array_position(${rolesInOrder}, role))]`;

/**
 * Returns the users whose role in documents a move would change, and the number of documents that
 * move along. Guests and disabled users are left out: guest links belong to one document and do not
 * follow its place. Roles are compared in the moved documents; users with a role of their own in a
 * document inside keep it. Refuses `not_found`, `not_allowed` and `archived` as the move does.
 */
export async function getAccessAfterMove(
  db: Db,
  userId: string,
  { documentIds, ...target }: MoveQuestion,
): Promise<AccessAfterMove> {
  for (const documentId of documentIds)
    requireChange(await getDocumentAccess(db, userId, documentId), 'move_document');
  if (target.projectId === undefined && target.parentId === undefined)
    return { inside: 0, count: 0, users: [] };
  const isWithin = target.parentId === null && target.projectId === undefined;
  const to = isWithin ? null : await requireDestination(db, userId, target);
  const moved = movedOf({ documentIds, target, to });
  const { rows: counted } = await sql<{ inside: number }>`with ${moved}
    select count(distinct a.document_id)::integer as inside
    from moved m join document_ancestors a on a.ancestor_id = m.id`.execute(db);
  const { rows } = await changedRoles(moved, target.parentId ?? null).execute(db);
  return {
    inside: counted[0]?.inside ?? 0,
    count: rows[0]?.count ?? 0,
    users: rows.map(({ before, after, ...user }) => ({ user: toPerson(user), before, after })),
  };
}

/**
 * Returns the table expression `moved`: the documents that change their place, each with its
 * project or owner before and after the move. Documents inside other given ones stay inside them,
 * and documents that are in the project already stay where they are.
 */
function movedOf({
  documentIds,
  target: { projectId = null, parentId },
  to,
}: {
  documentIds: readonly string[];
  target: Omit<MoveQuestion, 'documentIds'>;
  to: Forest | null;
}) {
  const toProject = to === null ? sql`d.project_id` : sql`${to.projectId}::uuid`;
  const toOwner = to === null ? sql`coalesce(d.owner_id, d.created_by)` : sql`${to.ownerId}::uuid`;
  const staying =
    parentId === undefined ? sql`d.project_id is not distinct from ${projectId}::uuid` : sql`false`;
  return sql`moved as (
    select d.id, d.project_id, coalesce(d.owner_id, d.created_by) as owner_id,
      ${toProject} as to_project, ${toOwner} as to_owner
    from documents d
    where d.id = any(${documentIds}::uuid[]) and not (${staying})
      and not exists (select from document_ancestors a
        where a.document_id = d.id and a.ancestor_id = any(${documentIds}::uuid[])))`;
}

/** A user whose role changes. `count`: the number of all such users. */
type Changed = {
  id: string;
  username: string;
  name: string;
  avatarColor: string;
  before: Role | null;
  after: Role | null;
  count: number;
};

/**
 * Selects the users whose roles change, each once: a lost access counts before a new one, and both
 * before another role.
 */
function changedRoles(moved: ReturnType<typeof movedOf>, parentId: string | null) {
  return sql<Changed>`with ${moved},
    shared as (
      select m.id, s.user_id, s.role from moved m join document_members s on s.document_id = m.id
      union all
      select m.id, g.user_id, o.role from moved m
      join document_groups o on o.document_id = m.id join group_members g on g.group_id = o.group_id),
    before as (
      select id, user_id, ${best} as role from (
        select id, owner_id as user_id, 'owner' as role from moved where project_id is null
        union all
        select m.id, r.user_id, r.role from moved m join project_roles r on r.project_id = m.project_id
        union all
        select m.id, r.user_id, r.role from moved m join document_roles r on r.document_id = m.id
      ) granted group by id, user_id),
    after as (
      select id, user_id, ${best} as role from (
        select id, to_owner as user_id, 'owner' as role from moved where to_project is null
        union all
        select m.id, r.user_id, r.role from moved m join project_roles r on r.project_id = m.to_project
        union all
        select m.id, r.user_id, r.role from moved m join document_roles r on r.document_id = ${parentId}::uuid
        union all
        select id, user_id, role from shared
      ) granted group by id, user_id),
    changed as (
      select distinct on (user_id) user_id, b.role as before, a.role as after
      from before b full join after a using (id, user_id)
      where b.role is distinct from a.role
      order by user_id, (a.role is null) desc, (b.role is null) desc)
    select u.id, u.username, u.name, u.avatar_color as "avatarColor", c.before, c.after,
      (count(*) over ())::integer as count
    from changed c join users u on u.id = c.user_id
    where not u.is_guest and u.disabled_at is null
    order by (c.after is null) desc, (c.before is null) desc, u.name, u.id
    limit ${mostUsers}`;
}
