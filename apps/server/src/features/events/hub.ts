import { sql, type Kysely } from 'kysely';
import type { ServerEvent } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Audience, Event } from '../../domain/events.ts';

/** A listener. `send` must not block; `end` closes the stream. */
export type Listener = {
  readonly userId: string;
  readonly sessionId: string;
  readonly isAdmin: boolean;
  send(event: ServerEvent): void;
  end(): void;
};

/** Delivers events to the listeners of this process that may receive them. */
export interface Hub {
  /** Adds a listener. Returns the function that removes it. */
  join(listener: Listener): () => void;
  /** Returns the number of open streams of a session. */
  countOf(sessionId: string): number;
  /** Sends an event to the listeners that may receive it, after all earlier events. */
  deliver(event: Event): Promise<void>;
  /** Sends events to one listener, as far as it may receive them. */
  repeat(listener: Listener, events: readonly Event[]): Promise<void>;
  /** Notifies all listeners that events may have been missed. */
  notifyMissed(): void;
  endAll(): void;
}

/** Returns the users of `userIds` with read access to a project or document. */
async function readersOf(
  db: Kysely<Schema>,
  { projectId, documentId }: Extract<Audience, { projectId: unknown }>,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${userIds}::uuid[]) as u (id)
    where exists (select from project_roles m where m.user_id = u.id and m.project_id =
        coalesce((select d.project_id from documents d where d.id = ${documentId}), ${projectId}))
      or exists (select from document_roles s where s.user_id = u.id and s.document_id = ${documentId})
      or exists (select from documents d where d.id = ${documentId} and d.project_id is null
        and coalesce(d.owner_id, d.created_by) = u.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the listeners that are still administrators. `asked`: those that were administrators when
 * they connected.
 */
async function administratorsAmong(
  db: Kysely<Schema>,
  asked: readonly Listener[],
): Promise<Set<string>> {
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

/** Returns the listeners of `all` that may receive an event. */
async function hearersOf(
  db: Kysely<Schema>,
  to: Audience,
  all: readonly Listener[],
): Promise<readonly Listener[]> {
  if ('everyone' in to) return all;
  if ('administrators' in to) {
    const asked = all.filter(({ isAdmin }) => isAdmin);
    const still = await administratorsAmong(db, asked);
    return asked.filter(({ userId }) => still.has(userId));
  }
  if ('sessionId' in to) return all.filter(({ sessionId }) => sessionId === to.sessionId);
  if ('userIds' in to) {
    const userIds = new Set(to.userIds);
    return all.filter(
      ({ userId, sessionId }) => userIds.has(userId) && sessionId !== to.exceptSessionId,
    );
  }
  if (all.length === 0) return [];
  const readers = await readersOf(db, to, [...new Set(all.map(({ userId }) => userId))]);
  return all.filter(({ userId }) => readers.has(userId));
}

/** Creates the {@link Hub} of one process. */
export function createHub({ db }: { db: Kysely<Schema> }): Hub {
  const listeners = new Set<Listener>();
  /** Settles when all events so far were sent. */
  let sent: Promise<unknown> = Promise.resolve();

  return {
    join(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    countOf: (sessionId) =>
      [...listeners].filter((listener) => listener.sessionId === sessionId).length,
    async repeat(listener, events) {
      for (const event of events) {
        // Skip: the start of a stream checks whether its session is alive.
        if (event.name === 'account' && event.data.kind === 'signed_out') continue;
        const [hearer] = await hearersOf(db, event.to, [listener]);
        hearer?.send(event);
      }
    },
    deliver(event) {
      const before = sent;
      const finding = hearersOf(db, event.to, [...listeners]);
      const send = async (): Promise<void> => {
        const hearers = await finding;
        await before;
        for (const listener of hearers) {
          listener.send(event);
          if (event.name === 'account' && event.data.kind === 'signed_out') listener.end();
        }
      };
      const sending = send();
      sent = Promise.allSettled([before, sending]);
      return sending;
    },
    notifyMissed() {
      for (const listener of listeners) listener.send({ name: 'hello', data: { missed: true } });
    },
    endAll() {
      for (const listener of listeners) listener.end();
    },
  };
}
