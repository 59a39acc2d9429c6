import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Audience, Event } from '../../domain/events.ts';

/** Somebody who listens. `send` must not wait; `end` closes the stream. */
export type Listener = {
  readonly userId: string;
  readonly sessionId: string;
  readonly isAdmin: boolean;
  send(name: Event['name'], data: Event['data']): void;
  end(): void;
};

/** Brings events to those of this process's listeners who may hear them. */
export interface Hub {
  /** Adds a listener; returns how it leaves. */
  join(listener: Listener): () => void;
  /** How many streams a session has open. */
  countOf(sessionId: string): number;
  tell(event: Event): Promise<void>;
  /** Everybody is told that something may have been missed. */
  tellMissed(): void;
  endAll(): void;
}

/** Which of `userIds` can read a project or a document now. */
async function readersOf(
  db: Kysely<Schema>,
  { projectId, documentId }: Extract<Audience, { projectId: unknown }>,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${userIds}::uuid[]) as u (id)
    where exists (select from project_members m where m.user_id = u.id and m.project_id =
        coalesce((select d.project_id from documents d where d.id = ${documentId}), ${projectId}))
      or exists (select from document_members s where s.user_id = u.id and s.document_id = ${documentId})
      or exists (select from documents d where d.id = ${documentId} and d.project_id is null
        and coalesce(d.owner_id, d.created_by) = u.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Which of those who were administrators when they began to listen are so still. */
async function administratorsAmong(db: Kysely<Schema>, asked: readonly Listener[]): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('id', 'in', [...new Set(asked.map(({ userId }) => userId))])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Makes the {@link Hub} of one process. */
export function createHub({ db }: { db: Kysely<Schema> }): Hub {
  const listeners = new Set<Listener>();

  async function hearersOf(to: Audience): Promise<Listener[]> {
    const all = [...listeners];
    if ('everyone' in to) return all;
    if ('administrators' in to) {
      const asked = all.filter(({ isAdmin }) => isAdmin);
      const still = await administratorsAmong(db, asked);
      return asked.filter(({ userId }) => still.has(userId));
    }
    if ('sessionId' in to) return all.filter(({ sessionId }) => sessionId === to.sessionId);
    if ('userIds' in to) {
      const userIds = new Set(to.userIds);
      return all.filter(({ userId, sessionId }) => userIds.has(userId) && sessionId !== to.exceptSessionId);
    }
    if (all.length === 0) return [];
    const readers = await readersOf(db, to, [...new Set(all.map(({ userId }) => userId))]);
    return all.filter(({ userId }) => readers.has(userId));
  }

  return {
    join(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    countOf: (sessionId) => [...listeners].filter((listener) => listener.sessionId === sessionId).length,
    async tell(event) {
      for (const listener of await hearersOf(event.to)) {
        listener.send(event.name, event.data);
        if (event.name === 'account' && event.data['kind'] === 'signed_out') listener.end();
      }
    },
    tellMissed() {
      for (const listener of listeners) listener.send('hello', {});
    },
    endAll() {
      for (const listener of listeners) listener.end();
    },
  };
}
