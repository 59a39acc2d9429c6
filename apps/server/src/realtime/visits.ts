import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { sameVisitMs } from '../domain/visits.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Records which user opened which document, and its last entry when they left. Used for recent
 * documents and for changes since the last visit.
 */
export type Visits = {
  /** Records that a user opened a document. Returns at once. */
  note(userId: string, documentId: string): void;
  /** Records the last log entry that a user had, on leaving or while connected. Returns at once. */
  seen(userId: string, documentId: string, seq: number): void;
  /** Resolves when all records are stored. */
  idle(): Promise<void>;
};

type Moment = { readonly at: Date; readonly seq: number };
/**
 * Records of one user and document since the last statement: entry before opening, opening, entry
 * after it.
 */
type Noted = {
  readonly userId: string;
  readonly documentId: string;
  before: Moment | null;
  came: Date | null;
  after: Moment | null;
};

/**
 * Creates the {@link Visits}. One statement runs at a time, and later records are batched into the
 * next. Reconnects after an outage thus cause few statements. A failed statement is reported and
 * not retried.
 */
export function createVisits(options: {
  db: Kysely<Schema>;
  clock: Clock;
  report: (error: unknown) => void;
}): Visits {
  const { db } = options;
  let waiting = new Map<string, Noted>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const noted = [...waiting.values()];
      waiting = new Map();
      await storeSeen(db, pick(noted, 'before')).catch(options.report);
      await storeComing(db, pick(noted, 'came')).catch(options.report);
      await storeSeen(db, pick(noted, 'after')).catch(options.report);
    }
    running = null;
  }

  function notedOf(userId: string, documentId: string): Noted {
    const key = `${userId} ${documentId}`;
    const there = waiting.get(key);
    if (there !== undefined) return there;
    const made: Noted = { userId, documentId, before: null, came: null, after: null };
    waiting.set(key, made);
    return made;
  }

  return {
    note(userId, documentId) {
      const noted = notedOf(userId, documentId);
      Object.assign(noted, { came: new Date(options.clock.now()), after: null });
      running ??= run();
    },
    seen(userId, documentId, seq) {
      const noted = notedOf(userId, documentId);
      noted[noted.came === null ? 'before' : 'after'] = { at: new Date(options.clock.now()), seq };
      running ??= run();
    },
    async idle() {
      while (running !== null) await running;
    },
  };
}

type Picked<Value> = {
  readonly userId: string;
  readonly documentId: string;
  readonly value: Value;
};

function pick<Key extends 'before' | 'came' | 'after'>(
  noted: readonly Noted[],
  key: Key,
): Picked<NonNullable<Noted[Key]>>[] {
  return noted.flatMap((each) => {
    const value = each[key];
    return value === null ? [] : [{ userId: each.userId, documentId: each.documentId, value }];
  });
}

/**
 * Stores openings. Skips documents deleted meanwhile. For users who were away longer than
 * `sameVisitMs`, stores the entry they left at, from which changes are shown.
 */
async function storeComing(db: Kysely<Schema>, coming: readonly Picked<Date>[]): Promise<void> {
  if (coming.length === 0) return;
  await sql`
    insert into document_visits (user_id, document_id, visited_at)
    select v.user_id, v.document_id, v.at
    from unnest(
      ${coming.map(({ userId }) => userId)}::uuid[], ${coming.map(({ documentId }) => documentId)}::uuid[],
      ${coming.map(({ value }) => value)}::timestamptz[]
    ) as v (user_id, document_id, at)
    join users u on u.id = v.user_id
    join documents d on d.id = v.document_id
    on conflict (user_id, document_id) do update set visited_at = excluded.visited_at,
      since_seq = case when document_visits.left_at < excluded.visited_at - ${sameVisitMs} * interval '1 millisecond'
        then document_visits.left_seq else document_visits.since_seq end,
      since_at = case when document_visits.left_at < excluded.visited_at - ${sameVisitMs} * interval '1 millisecond'
        then document_visits.left_at else document_visits.since_at end`.execute(db);
}

async function storeSeen(db: Kysely<Schema>, seen: readonly Picked<Moment>[]): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    update document_visits v set left_seq = s.seq, left_at = s.at
    from unnest(
      ${seen.map(({ userId }) => userId)}::uuid[], ${seen.map(({ documentId }) => documentId)}::uuid[],
      ${seen.map(({ value }) => value.seq)}::bigint[], ${seen.map(({ value }) => value.at)}::timestamptz[]
    ) as s (user_id, document_id, seq, at)
    where v.user_id = s.user_id and v.document_id = s.document_id`.execute(db);
}
