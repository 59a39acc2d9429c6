import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import * as service from './service.ts';
import { listArchivedProjects, listProjects } from './store.ts';

/** Registers the routes of projects. */
export function projectsRoutes(route: Route, deps: service.ProjectsDeps): void {
  route(endpoints.listProjects, ({ user, query }) => listProjects(deps.db, user.id, query));
  route(endpoints.listArchivedProjects, ({ user, query }) =>
    listArchivedProjects(deps.db, user.id, query),
  );
  route(endpoints.createProject, async ({ user, body }) => {
    await service.requireCreator(deps, user);
    return service.createProject(deps, user.id, body);
  });
  route(endpoints.getProject, ({ user, params }) => service.getProject(deps, user.id, params.id));
  route(endpoints.updateProject, ({ user, params, body }) =>
    service.updateProject(deps, user.id, { projectId: params.id, change: body }),
  );
  route(endpoints.deleteProject, ({ user, params }) =>
    service.deleteProject(deps, user.id, params.id),
  );
  route(endpoints.archiveProject, ({ user, params }) =>
    service.archiveProject(deps, user.id, params.id),
  );
  route(endpoints.restoreProject, ({ user, params }) =>
    service.restoreProject(deps, user.id, params.id),
  );
  route(endpoints.handOverProject, ({ user, params, body }) =>
    service.handOverProject(deps, user.id, { projectId: params.id, newOwnerId: body.userId }),
  );
}
