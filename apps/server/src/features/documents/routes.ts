import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import {
  createDocument,
  getDocument,
  listDocuments,
  listProjectDocuments,
  updateDocument,
  type DocumentsDeps,
} from './service.ts';

/** Documents, alone and in projects. Source: API, Calls. */
export function documentsRoutes(route: Route, deps: DocumentsDeps): void {
  route(endpoints.listDocuments, ({ user, query }) => listDocuments(deps, user.id, query));
  route(endpoints.createDocument, ({ user, body }) => createDocument(deps, user.id, body));
  route(endpoints.getDocument, ({ user, params, query }) =>
    getDocument(deps, user.id, { documentId: params.id, format: query.format }),
  );
  route(endpoints.updateDocument, ({ user, params, body }) =>
    updateDocument(deps, user.id, { documentId: params.id, change: body }),
  );
  route(endpoints.listProjectDocuments, ({ user, params, query }) =>
    listProjectDocuments(deps, user.id, { projectId: params.id, ...query }),
  );
  route(endpoints.createProjectDocument, ({ user, params, body }) =>
    createDocument(deps, user.id, { projectId: params.id, title: body.title }),
  );
}
