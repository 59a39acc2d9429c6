import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import {
  createConnection,
  deleteConnection,
  listConnections,
  type ConnectionsDeps,
} from './connections.ts';

/** Registers the routes by which administrators connect directories. */
export function scimRoutes(route: Route, deps: ConnectionsDeps): void {
  route(endpoints.listScimConnections, ({ query }) => listConnections(deps, query));
  route(endpoints.createScimConnection, ({ session, body }) =>
    createConnection(deps, session, body),
  );
  route(endpoints.deleteScimConnection, async ({ user, params }) => {
    await deleteConnection(deps, user.id, params.id);
    return undefined;
  });
}
