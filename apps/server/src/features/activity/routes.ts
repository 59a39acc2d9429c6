import type { Kysely } from 'kysely';
import { endpoints } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole } from '../../domain/access.ts';
import { getDocumentAccess, getProjectAccess } from '../../domain/membership.ts';
import type { Route } from '../../http/routes.ts';
import { listInProject, listOfDocument, listRecent } from './store.ts';

/** Registers the routes of activity. */
export function activityRoutes(route: Route, { db }: { db: Kysely<Schema> }): void {
  route(endpoints.listProjectActivity, async ({ user, params, query }) => {
    requireRole(await getProjectAccess(db, user.id, params.id), 'read');
    return listInProject(db, user.id, { projectId: params.id, ...query });
  });
  route(endpoints.listDocumentActivity, async ({ user, params, query }) => {
    requireRole(await getDocumentAccess(db, user.id, params.id), 'read');
    const { below, ...asked } = query;
    const of = { documentId: params.id, below: below === 'true' };
    return listOfDocument(db, user.id, { ...of, ...asked });
  });
  route(endpoints.listRecentActivity, ({ user, query }) => listRecent(db, user.id, query));
}
