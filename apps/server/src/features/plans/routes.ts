import { endpoints, plans } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';

/** What it costs, for everyone to read. Source: API, Calls. */
export function plansRoutes(route: Route): void {
  route(endpoints.listPlans, async () => ({ items: [...plans], nextCursor: null }));
}
