import type { Kysely } from 'kysely';
import { endpoints } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Route } from '../../http/routes.ts';
import { readAuthors } from './service.ts';

/** Registers the routes of authorship. Source: features, Authors. */
export function authorsRoutes(route: Route, deps: { db: Kysely<Schema> }): void {
  route(endpoints.getAuthors, ({ user, params, query }) =>
    readAuthors(deps, user.id, { documentId: params.id, ...query }),
  );
}
