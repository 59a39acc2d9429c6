import { endpoints } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { deliverAudit, type AuditDestinations } from './audit-delivery.ts';
import { listAudit, removeAudited } from './audit-store.ts';
import { readOverview, type OverviewDeps } from './overview.ts';
import { changeUser, type AdminUsersDeps } from './users.ts';
import { listUsers } from './users-store.ts';

const minute = 60;
const day = 24 * 60 * minute;

/**
 * Registers the administration routes. `auditDays`: retention of the audit log. `destinations`:
 * where it is delivered.
 */
export function adminRoutes(
  route: Route,
  deps: OverviewDeps & AdminUsersDeps & { auditDays: number; destinations: AuditDestinations },
): void {
  const { db, clock, jobs, auditDays, destinations } = deps;
  jobs.handle('audit.tidy', () =>
    removeAudited(db, new Date(clock.now() - auditDays * day * 1_000)),
  );
  jobs.every(day, 'audit.tidy');
  jobs.handle('audit.deliver', () => deliverAudit(db, destinations));
  jobs.every(minute, 'audit.deliver');

  route(endpoints.getOverview, () => readOverview(deps));
  route(endpoints.listUsers, ({ query }) => listUsers(db, query));
  route(endpoints.changeUser, ({ user, params, body }) =>
    changeUser(deps, { callerId: user.id, userId: params.id, change: body }),
  );
  route(endpoints.listAudit, ({ query }) => listAudit(db, query));
}
