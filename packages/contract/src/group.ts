import { z } from 'zod';
import { page } from './asked.ts';
import { limits } from './limits.ts';
import { groupRoles } from './roles.ts';
import { id, moment, textOf } from './text.ts';
import { person } from './user.ts';

/** Schema of the role of a group. See {@link groupRoles}. */
export const groupRole = z.enum(groupRoles).meta({ id: 'GroupRole' });

/**
 * A group of users. `handle`: the form in which comments mention it, without the at sign, unique.
 * `managedBy`: name of the system that maintains its members, such as an identity
 * provider; null if administrators do.
 */
export const group = z
  .object({
    id,
    name: z.string(),
    handle: z.string(),
    description: z.string(),
    memberCount: z.int(),
    managedBy: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'Group' });
/** See {@link group}. */
export type Group = z.infer<typeof group>;

const name = textOf({ min: 1, max: limits.nameMax, trim: true, what: 'The name' });
const description = textOf({ max: limits.lineMax, trim: true, what: 'The description' });

/** Query of the list of groups. `q` is part of a name. */
export const groupsAsked = page.extend({
  q: textOf({ max: limits.nameMax, trim: true, what: 'The search' }).optional(),
});

/** Body of `POST /groups`. */
export const newGroup = z.strictObject({ name, description: description.default('') });
/** See {@link newGroup}. */
export type NewGroup = z.infer<typeof newGroup>;

/** Body of `PATCH /groups/{id}`. */
export const groupChange = z.strictObject({
  name: name.optional(),
  description: description.optional(),
});
/** See {@link groupChange}. */
export type GroupChange = z.infer<typeof groupChange>;

/** A user in a group. */
export const groupMember = z.object({ user: person, addedAt: moment }).meta({ id: 'GroupMember' });
/** See {@link groupMember}. */
export type GroupMember = z.infer<typeof groupMember>;

/** Body of `POST /groups/{id}/members`. */
export const newGroupMember = z.strictObject({
  usernameOrEmail: textOf({ min: 1, max: limits.emailMax, trim: true, what: 'Username or email' }),
});

/** Path parameters with the id of a group and of one of its members. */
export const byGroupAndUser = z.object({ id, userId: id });

/** Path parameters with the id of a project or document and of a group with a role in it. */
export const byIdAndGroup = z.object({ id, groupId: id });

/**
 * A group with its role in a project or document. `through`: the source of the role: the project,
 * or the document itself.
 */
export const groupAccess = z
  .object({
    group: group.pick({ id: true, name: true, handle: true, memberCount: true }),
    role: groupRole,
    addedAt: moment,
    through: z.enum(['project', 'document']),
  })
  .meta({ id: 'GroupAccess' });
/** See {@link groupAccess}. */
export type GroupAccess = z.infer<typeof groupAccess>;

/** Body of `PUT …/groups/{groupId}`. */
export const groupAccessChange = z.strictObject({ role: groupRole });
