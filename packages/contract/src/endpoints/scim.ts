import { byId, page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { createdScimConnection, newScimConnection, scimConnection } from '../scim.ts';
import { listOf } from '../text.ts';

const administration = { access: 'administrator', tokens: false, rateLimit: 'calls' } as const;

/** Connections of directories. Their own calls, under `/scim/v2`, have the form of SCIM. */
export const scimEndpoints = {
  listScimConnections: endpoint({
    method: 'GET',
    path: '/api/v1/admin/scim-connections',
    summary: 'List the directories that provision users by SCIM, newest first',
    ...administration,
    query: page,
    status: 200,
    answer: listOf(scimConnection),
    refuses: [],
  }),
  createScimConnection: endpoint({
    method: 'POST',
    path: '/api/v1/admin/scim-connections',
    summary: 'Connect a directory by SCIM. Its token is returned once',
    ...administration,
    repeatable: false,
    body: newScimConnection,
    status: 201,
    answer: createdScimConnection,
    refuses: ['wrong_password', 'sign_in_again'],
  }),
  deleteScimConnection: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/scim-connections/{id}',
    summary: 'End a connection by SCIM. Its users stay, and its groups are maintained here',
    ...administration,
    params: byId,
    status: 204,
    answer: null,
    refuses: ['not_found'],
  }),
} as const;
