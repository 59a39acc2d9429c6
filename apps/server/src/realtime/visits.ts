import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';

/** Notes who has opened what: the list of recent documents is made of it. */
export type Visits = {
  /** A person has come into a document. Returns at once. */
  note(userId: string, documentId: string): void;
  /** Answers when everything noted is stored. */
  idle(): Promise<void>;
};

type Visit = { readonly userId: string; readonly documentId: string; readonly at: Date };

/**
 * Makes the {@link Visits}. One statement is on its way, and whoever comes in meanwhile is in the next: when everybody comes back at once,
 * after an outage, that is a handful of statements. One that fails is reported and forgotten.
 */
export function createVisits(options: { db: Kysely<Schema>; clock: Clock; report: (error: unknown) => void }): Visits {
  let waiting = new Map<string, Visit>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const visits = [...waiting.values()];
      waiting = new Map();
      await store(options.db, visits).catch(options.report);
    }
    running = null;
  }

  return {
    note(userId, documentId) {
      waiting.set(`${userId} ${documentId}`, { userId, documentId, at: new Date(options.clock.now()) });
      running ??= run();
    },
    async idle() {
      while (running !== null) await running;
    },
  };
}

/** What was deleted meanwhile is passed over. */
async function store(db: Kysely<Schema>, visits: readonly Visit[]): Promise<void> {
  const column = <T>(of: (visit: Visit) => T): T[] => visits.map(of);
  await sql`
    insert into document_visits (user_id, document_id, visited_at)
    select v.user_id, v.document_id, v.at
    from unnest(
      ${column(({ userId }) => userId)}::uuid[], ${column(({ documentId }) => documentId)}::uuid[],
      ${column(({ at }) => at)}::timestamptz[]
    ) as v (user_id, document_id, at)
    join users u on u.id = v.user_id
    join documents d on d.id = v.document_id
    on conflict (user_id, document_id) do update set visited_at = excluded.visited_at`.execute(db);
}
