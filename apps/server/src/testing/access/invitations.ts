import type { invitationsEndpoints } from '@longhand/contract';
import { hashOf } from '../../platform/secrets.ts';
import type { Rows, Stage } from './row.ts';

const tokenOf = ({ projectId }: Stage): string => `secret-of-${projectId}`;

/**
 * Inserts an invitation link to the stage's project. Its id is the project's id, as no other is
 * available.
 */
async function addInvitation(stage: Stage): Promise<void> {
  const { db, projectId, owner } = stage;
  const row = {
    id: projectId,
    project_id: projectId,
    role: 'viewer' as const,
    email: null,
    created_by: owner.user.id,
  };
  await db
    .insertInto('invitations')
    .values({ ...row, token_hash: hashOf(tokenOf(stage)), expires_at: new Date(Date.UTC(2100, 0)) })
    .execute();
}

/**
 * Owners invite, as they share. Holders of an invitation's secret may read it and, if signed in,
 * accept it.
 */
export const invitationsRows: Rows<typeof invitationsEndpoints> = {
  getSettings: { of: 'anyone', status: 200 },
  getSignUp: { of: 'administrator', status: 200 },
  setSignUp: { of: 'administrator', status: 200, body: () => ({ mode: 'open' }) },
  listInvitations: { of: 'project', least: 'owner', status: 200 },
  createInvitation: {
    of: 'project',
    least: 'owner',
    status: 201,
    archived: 201,
    body: () => ({ role: 'viewer' }),
  },
  deleteInvitation: {
    of: 'project',
    least: 'owner',
    status: 204,
    archived: 204,
    prepare: addInvitation,
    params: ({ projectId }) => ({ invitationId: projectId }),
  },
  getInvitation: {
    of: 'anyone',
    status: 200,
    prepare: addInvitation,
    body: (stage) => ({ token: tokenOf(stage) }),
  },
  acceptInvitation: {
    of: 'signed_in',
    status: 200,
    prepare: addInvitation,
    body: (stage) => ({ token: tokenOf(stage) }),
  },
};
