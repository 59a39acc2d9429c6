import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { markSeen, readNews, type SinceDeps } from './service.ts';

/** Registers the routes of changes since the last visit. */
export function sinceRoutes(route: Route, deps: SinceDeps): void {
  route(endpoints.getNews, ({ user, params }) => readNews(deps, user.id, params.id));
  route(endpoints.markSeen, ({ user, params }) => markSeen(deps, user.id, params.id));
}
