import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { listAudit, removeAudited } from './audit-store.ts';
import { readOverview, type OverviewDeps } from './overview.ts';
import { changeUser, type AdminUsersDeps } from './users.ts';
import { listUsers } from './users-store.ts';

const day = 24 * 60 * 60;

/** Registers the administration routes. `auditDays`: retention of the audit log. */
export function adminRoutes(
  route: Route,
  deps: OverviewDeps & AdminUsersDeps & { auditDays: number },
): void {
  const { db, clock, jobs, auditDays } = deps;
  jobs.handle('audit.tidy', () =>
    removeAudited(db, new Date(clock.now() - auditDays * day * 1_000)),
  );
  jobs.every(day, 'audit.tidy');

  route(endpoints.getOverview, () => readOverview(deps));
  route(endpoints.listUsers, ({ query }) => listUsers(db, query));
  route(endpoints.changeUser, ({ user, params, body }) =>
    changeUser(deps, { callerId: user.id, userId: params.id, change: body }),
  );
  route(endpoints.listAudit, ({ query }) => listAudit(db, query));
}
