import type { groupsEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

/** Id of the group that the calls change; another one has the callers of the matrix. */
const groupId = '0192f0c1-7a00-7000-8000-00000000a001';

/** Creates the group with the insider, or restores it. */
async function addGroup({ db, insider }: Stage): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', groupId).execute();
  await db
    .insertInto('groups')
    .values({
      id: groupId,
      name: 'Proofreaders',
      handle: 'proofreaders',
      managed_by: null,
      external_id: null,
    })
    .execute();
  await db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: insider.user.id })
    .execute();
}

const ofGroup = {
  of: 'administrator',
  params: () => ({ id: groupId }),
  prepare: addGroup,
} as const;

async function shareProject(stage: Stage): Promise<void> {
  await addGroup(stage);
  await stage.db
    .insertInto('project_groups')
    .values({ project_id: stage.projectId, group_id: groupId, role: 'viewer' })
    .execute();
}

async function shareDocument(stage: Stage): Promise<void> {
  await addGroup(stage);
  await stage.db
    .insertInto('document_groups')
    .values({ document_id: stage.documentId, group_id: groupId, role: 'viewer' })
    .execute();
}

const byGroup = () => ({ groupId });

/** Objects that owners share, also when archived: a role must be revocable at any time. */
const put = (of: 'project' | 'document') => ({
  of,
  least: 'owner' as const,
  status: 200,
  archived: 200,
  params: byGroup,
  prepare: addGroup,
  body: () => ({ role: 'editor' }),
});

const remove = (of: 'project' | 'document') => ({
  of,
  least: 'owner' as const,
  status: 204,
  archived: 204,
  params: byGroup,
  prepare: of === 'project' ? shareProject : shareDocument,
});

/** Access rules of groups. */
export const groupsRows: Rows<typeof groupsEndpoints> = {
  listGroups: { of: 'signed_in', status: 200 },
  createGroup: {
    of: 'administrator',
    status: 201,
    body: () => ({ name: `Group ${crypto.randomUUID()}` }),
  },
  updateGroup: { ...ofGroup, status: 200, body: () => ({ description: 'Proofreads letters' }) },
  deleteGroup: { ...ofGroup, status: 204 },
  // Members and administrators; the other callers of the matrix are neither.
  listGroupMembers: { ...ofGroup, status: 200 },
  addGroupMember: {
    ...ofGroup,
    status: 201,
    body: ({ stranger }) => ({ usernameOrEmail: stranger.user.username }),
  },
  removeGroupMember: {
    ...ofGroup,
    status: 204,
    params: ({ insider }) => ({ id: groupId, userId: insider.user.id }),
  },
  listProjectGroups: { of: 'project', least: 'viewer', status: 200 },
  putProjectGroup: put('project'),
  removeProjectGroup: remove('project'),
  listDocumentGroups: { of: 'document', least: 'viewer', status: 200 },
  putDocumentGroup: put('document'),
  removeDocumentGroup: remove('document'),
};
