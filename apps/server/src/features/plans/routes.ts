import { endpoints, plans } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';

/** Registers the public list of plans and prices. Source: API, Calls. */
export function plansRoutes(route: Route): void {
  route(endpoints.listPlans, async () => ({ items: [...plans], nextCursor: null }));
}
