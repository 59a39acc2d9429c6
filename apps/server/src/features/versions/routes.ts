import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { readAuthors } from './authors.ts';
import {
  createVersion,
  listVersions,
  readVersion,
  renameVersion,
  restoreVersion,
  type VersionsDeps,
} from './service.ts';

/** Registers the routes of versions, restores and authorship. */
export function versionsRoutes(route: Route, deps: VersionsDeps): void {
  route(endpoints.getAuthors, ({ user, params, query }) =>
    readAuthors(deps, user.id, { documentId: params.id, ...query }),
  );
  route(endpoints.listVersions, ({ user, params, query }) =>
    listVersions(deps, user.id, { documentId: params.id, ...query }),
  );
  route(endpoints.createVersion, ({ user, params, body }) =>
    createVersion(deps, user.id, { documentId: params.id, name: body.name }),
  );
  route(endpoints.getVersion, ({ user, params, query: { format, compare } }) =>
    readVersion(deps, user.id, {
      documentId: params.id,
      versionId: params.versionId,
      format,
      compare,
    }),
  );
  route(endpoints.updateVersion, ({ user, params, body }) =>
    renameVersion(deps, user.id, {
      documentId: params.id,
      versionId: params.versionId,
      name: body.name,
    }),
  );
  route(endpoints.restoreVersion, ({ user, session, params }) =>
    restoreVersion(
      deps,
      { userId: user.id, sessionId: session.sessionId, viaToken: session.scopes !== null },
      { documentId: params.id, versionId: params.versionId },
    ),
  );
}
