import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import * as documents from './documents-service.ts';
import {
  addCollaborator,
  changeRole,
  listCollaborators,
  removeCollaborator,
  type CollaboratorsDeps,
} from './service.ts';
import { listSharedWork } from './shared-work.ts';

/** Registers the routes of collaborators of projects and documents. */
export function collaboratorsRoutes(route: Route, deps: CollaboratorsDeps): void {
  route(endpoints.listProjectCollaborators, ({ user, params, query }) =>
    listCollaborators(deps, user.id, { projectId: params.id, ...query }),
  );
  route(endpoints.addProjectCollaborator, ({ user, params, body }) =>
    addCollaborator(deps, user.id, { projectId: params.id, ...body }),
  );
  route(endpoints.updateProjectCollaborator, ({ user, params, body }) =>
    changeRole(deps, user.id, {
      projectId: params.id,
      userId: params.userId,
      role: body.role,
    }),
  );
  route(endpoints.removeProjectCollaborator, async ({ user, params }) => {
    await removeCollaborator(deps, user.id, { projectId: params.id, userId: params.userId });
    return undefined;
  });
  documentCollaboratorsRoutes(route, deps);
  route(endpoints.listCollaborators, ({ user, query }) => listSharedWork(deps.db, user.id, query));
}

function documentCollaboratorsRoutes(route: Route, deps: CollaboratorsDeps): void {
  route(endpoints.listDocumentCollaborators, ({ user, params, query }) =>
    documents.listCollaborators(deps, user, { documentId: params.id, ...query }),
  );
  route(endpoints.addDocumentCollaborator, ({ user, params, body }) =>
    documents.addCollaborator(deps, user.id, { documentId: params.id, ...body }),
  );
  route(endpoints.updateDocumentCollaborator, ({ user, params, body }) =>
    documents.changeRole(deps, user.id, {
      documentId: params.id,
      userId: params.userId,
      role: body.role,
    }),
  );
  route(endpoints.removeDocumentCollaborator, async ({ user, params }) => {
    await documents.removeCollaborator(deps, user.id, {
      documentId: params.id,
      userId: params.userId,
    });
    return undefined;
  });
}
