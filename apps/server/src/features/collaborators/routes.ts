import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { addCollaborator, changeRole, listCollaborators, removeCollaborator, type CollaboratorsDeps } from './service.ts';

/** Who works in a project, and as what. Source: API, Calls. */
export function collaboratorsRoutes(route: Route, deps: CollaboratorsDeps): void {
  route(endpoints.listProjectCollaborators, ({ user, params, query }) =>
    listCollaborators(deps, user.id, { projectId: params.id, ...query }),
  );
  route(endpoints.addProjectCollaborator, ({ user, params, body }) =>
    addCollaborator(deps, user.id, { projectId: params.id, ...body }),
  );
  route(endpoints.updateProjectCollaborator, ({ user, params, body }) =>
    changeRole(deps, user.id, { projectId: params.id, userId: params.userId, role: body.role }),
  );
  route(endpoints.removeProjectCollaborator, async ({ user, params }) => {
    await removeCollaborator(deps, user.id, { projectId: params.id, userId: params.userId });
    return undefined;
  });
}
