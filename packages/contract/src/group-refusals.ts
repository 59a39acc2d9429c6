/** Refusals about groups. See `refusals.ts`. */
export const groupRefusals = {
  already_member: {
    status: 409,
    title: 'Already a member',
    detail: 'This person is already a member of the group.',
  },
  group_exists: {
    status: 409,
    title: 'Group exists',
    detail: 'Another group has this name.',
  },
  group_managed: {
    status: 409,
    title: 'Managed elsewhere',
    detail: 'An identity provider manages this group. Change it there.',
  },
  group_not_found: {
    status: 404,
    title: 'Group not found',
    detail: 'This group does not exist.',
  },
  too_many_groups: {
    status: 409,
    title: 'Too many groups',
    detail: 'This is shared with the maximum number of groups.',
  },
  through_group: {
    status: 409,
    title: 'Role from a group',
    detail: 'This person has access through a group. Change the role of the group.',
  },
} as const;
