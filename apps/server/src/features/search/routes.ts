import { sql, type Kysely } from 'kysely';
import { endpoints } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Route } from '../../http/routes.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { catchUp } from './due.ts';
import { search } from './service.ts';

/** Registers the search over all types. */
export function searchRoutes(route: Route, { db }: { db: Kysely<Schema> }): void {
  route(endpoints.search, ({ user, query }) => search(db, user.id, query));
}

/**
 * Runs daily on one node: indexes changes that no search has indexed, and deletes words that no
 * longer occur, such as half-typed ones.
 */
export function registerSearchMaintenanceJob({
  db,
  jobs,
}: {
  db: Kysely<Schema>;
  jobs: Jobs;
}): void {
  jobs.handle('search.tidy', async () => {
    for (let more = true; more;) more = await catchUp(db);
    await sql`
      delete from search_words w
      where not exists (select from document_search s where s.words @@ quote_literal(w.word)::tsquery)
        and not exists (select from search_entries e where e.words @@ quote_literal(w.word)::tsquery)`.execute(
      db,
    );
  });
  jobs.every(86_400, 'search.tidy');
}
