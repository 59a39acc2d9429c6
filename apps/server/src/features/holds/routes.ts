import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { createHold, endHold, type HoldsDeps } from './service.ts';
import { listHolds } from './store.ts';

/** Registers the routes of legal holds. */
export function holdsRoutes(route: Route, deps: HoldsDeps): void {
  route(endpoints.listHolds, ({ query }) => listHolds(deps.db, query));
  route(endpoints.createHold, ({ user, body }) => createHold(deps, user.id, body));
  route(endpoints.endHold, ({ user, params }) => endHold(deps, user.id, params.id));
}
