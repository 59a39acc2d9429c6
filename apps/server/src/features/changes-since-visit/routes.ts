import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { markSeen, readChangesSinceVisit, type ChangesSinceVisitDeps } from './service.ts';

/** Registers the routes of changes since the last visit. */
export function changesSinceVisitRoutes(route: Route, deps: ChangesSinceVisitDeps): void {
  route(endpoints.getNews, ({ user, params }) => readChangesSinceVisit(deps, user.id, params.id));
  route(endpoints.markSeen, ({ user, params }) => markSeen(deps, user.id, params.id));
}
