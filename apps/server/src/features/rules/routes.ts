import { endpoints } from '@longhand/contract';
import { readRules } from '../../db/rules.ts';
import type { Route } from '../../http/routes.ts';
import { setRules, type RulesDeps } from './service.ts';

/** Registers the routes of the rules. */
export function rulesRoutes(route: Route, deps: RulesDeps): void {
  route(endpoints.getRules, () => readRules(deps.db));
  route(endpoints.setRules, ({ user, body }) => setRules(deps, user.id, body));
}
