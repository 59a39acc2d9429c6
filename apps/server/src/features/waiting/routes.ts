import type { Kysely } from 'kysely';
import { endpoints } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Route } from '../../http/routes.ts';
import { listWaiting } from './store.ts';
import { listWaitingSuggestions } from './suggestions-store.ts';

/** Registers the routes of items that wait for the signed-in user. */
export function waitingRoutes(route: Route, { db }: { db: Kysely<Schema> }): void {
  route(endpoints.listWaiting, ({ user, query }) => listWaiting(db, user.id, query));
  route(endpoints.listWaitingSuggestions, ({ user, query }) =>
    listWaitingSuggestions(db, user.id, query),
  );
}
