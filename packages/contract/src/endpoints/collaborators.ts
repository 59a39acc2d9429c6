import { byId, byIdAndUser, page } from '../asked.ts';
import { collaborator, collaboratorChange, newCollaborator } from '../collaborator.ts';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../text.ts';

/** Who works where, as what. Source: API, Calls. */
export const collaboratorsEndpoints = {
  listProjectCollaborators: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/collaborators',
    summary: 'Who works in a project, owners included',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    query: page,
    status: 200,
    answer: listOf(collaborator),
    refuses: ['not_found'],
  }),
  addProjectCollaborator: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/collaborators',
    summary: 'Share a project with a person',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    body: newCollaborator,
    status: 201,
    answer: collaborator,
    refuses: ['not_found', 'not_allowed', 'user_not_found', 'already_collaborator'],
  }),
  updateProjectCollaborator: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}/collaborators/{userId}',
    summary: "Change a person's role in a project",
    access: 'signed_in',
    budget: 'calls',
    params: byIdAndUser,
    body: collaboratorChange,
    status: 200,
    answer: collaborator,
    refuses: ['not_found', 'not_allowed', 'last_owner'],
  }),
  removeProjectCollaborator: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{id}/collaborators/{userId}',
    summary: 'Take a person out of a project, or leave it',
    access: 'signed_in',
    budget: 'calls',
    params: byIdAndUser,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed', 'last_owner'],
  }),
} as const;
