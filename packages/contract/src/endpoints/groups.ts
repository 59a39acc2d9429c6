import { byId, page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import {
  byGroupAndUser,
  byIdAndGroup,
  group,
  groupAccess,
  groupAccessChange,
  groupChange,
  groupMember,
  groupsAsked,
  newGroup,
  newGroupMember,
} from '../group.ts';
import { signedIn } from '../signed-in.ts';
import { listOf } from '../text.ts';

const administration = { access: 'administrator', tokens: false, rateLimit: 'calls' } as const;

const listed = {
  ...signedIn,
  params: byId,
  query: page,
  status: 200,
  answer: listOf(groupAccess),
  refuses: ['not_found'],
} as const;

const shared = {
  ...signedIn,
  tokens: false,
  params: byIdAndGroup,
  body: groupAccessChange,
  status: 200,
  answer: groupAccess,
  refuses: ['not_found', 'not_allowed', 'archived', 'group_not_found', 'too_many_groups'],
} as const;

const unshared = {
  ...signedIn,
  params: byIdAndGroup,
  status: 204,
  answer: null,
  refuses: ['not_found', 'not_allowed', 'archived'],
} as const;

/** Groups of users, and their roles in projects and documents. */
export const groupsEndpoints = {
  listGroups: endpoint({
    method: 'GET',
    path: '/api/v1/groups',
    summary: 'List the groups of this server by name',
    ...signedIn,
    query: groupsAsked,
    status: 200,
    answer: listOf(group),
    refuses: [],
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/api/v1/groups',
    summary: 'Create a group',
    ...administration,
    body: newGroup,
    status: 201,
    answer: group,
    refuses: ['group_exists'],
  }),
  updateGroup: endpoint({
    method: 'PATCH',
    path: '/api/v1/groups/{id}',
    summary: 'Rename a group, or change its description',
    ...administration,
    params: byId,
    body: groupChange,
    status: 200,
    answer: group,
    refuses: ['not_found', 'group_exists', 'group_managed'],
  }),
  deleteGroup: endpoint({
    method: 'DELETE',
    path: '/api/v1/groups/{id}',
    summary: 'Delete a group; its members lose the access that they had through it',
    ...administration,
    params: byId,
    status: 204,
    answer: null,
    refuses: ['not_found', 'group_managed'],
  }),
  listGroupMembers: endpoint({
    method: 'GET',
    path: '/api/v1/groups/{id}/members',
    summary: 'List the members of a group, as a member of it or as an administrator',
    ...signedIn,
    params: byId,
    query: page,
    status: 200,
    answer: listOf(groupMember),
    refuses: ['not_found', 'not_allowed'],
  }),
  addGroupMember: endpoint({
    method: 'POST',
    path: '/api/v1/groups/{id}/members',
    summary: 'Add a person to a group',
    ...administration,
    params: byId,
    body: newGroupMember,
    status: 201,
    answer: groupMember,
    refuses: ['not_found', 'user_not_found', 'already_member', 'group_managed'],
  }),
  removeGroupMember: endpoint({
    method: 'DELETE',
    path: '/api/v1/groups/{id}/members/{userId}',
    summary: 'Remove a person from a group',
    ...administration,
    params: byGroupAndUser,
    status: 204,
    answer: null,
    refuses: ['not_found', 'group_managed'],
  }),
  listProjectGroups: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/groups',
    summary: 'List the groups that a project is shared with',
    ...listed,
  }),
  putProjectGroup: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{id}/groups/{groupId}',
    summary: 'Share a project with a group, or change the role of the group',
    ...shared,
  }),
  removeProjectGroup: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{id}/groups/{groupId}',
    summary: 'Stop sharing a project with a group',
    ...unshared,
  }),
  listDocumentGroups: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/groups',
    summary: 'List the groups with access to a document, through its project or of their own',
    ...listed,
    guests: true,
  }),
  putDocumentGroup: endpoint({
    method: 'PUT',
    path: '/api/v1/documents/{id}/groups/{groupId}',
    summary: 'Share a single document with a group, or change the role of the group',
    ...shared,
  }),
  removeDocumentGroup: endpoint({
    method: 'DELETE',
    path: '/api/v1/documents/{id}/groups/{groupId}',
    summary: 'Stop sharing a document with a group',
    ...unshared,
  }),
} as const;
