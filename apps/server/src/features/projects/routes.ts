import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { createProject, getProject, updateProject, type ProjectsDeps } from './service.ts';
import { listProjects } from './store.ts';

/** Projects. Source: API, Calls. */
export function projectsRoutes(route: Route, deps: ProjectsDeps): void {
  route(endpoints.listProjects, ({ user, query }) => listProjects(deps.db, user.id, query));
  route(endpoints.createProject, ({ user, body }) => createProject(deps, user.id, body));
  route(endpoints.getProject, ({ user, params }) => getProject(deps, user.id, params.id));
  route(endpoints.updateProject, ({ user, params, body }) =>
    updateProject(deps, user.id, { projectId: params.id, change: body }),
  );
}
