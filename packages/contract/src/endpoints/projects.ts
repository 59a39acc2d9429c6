import { byId, page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { newProject, project, projectChange } from '../project.ts';
import { listOf } from '../text.ts';

/** Projects. Source: API, Calls. */
export const projectsEndpoints = {
  listProjects: endpoint({
    method: 'GET',
    path: '/api/v1/projects',
    summary: 'Active projects that the caller has a role in, last changed first',
    access: 'signed_in',
    budget: 'calls',
    query: page,
    status: 200,
    answer: listOf(project),
    refuses: [],
  }),
  createProject: endpoint({
    method: 'POST',
    path: '/api/v1/projects',
    summary: 'Make a project; the caller owns it',
    access: 'signed_in',
    budget: 'calls',
    body: newProject,
    status: 201,
    answer: project,
    refuses: [],
  }),
  getProject: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}',
    summary: 'One project',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    status: 200,
    answer: project,
    refuses: ['not_found'],
  }),
  updateProject: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{id}',
    summary: 'Rename or describe a project',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    body: projectChange,
    status: 200,
    answer: project,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
} as const;
