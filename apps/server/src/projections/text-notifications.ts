import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { unpackAuthorship, type Authorship } from '@longhand/sync/server';
import type { Schema } from '../db/schema.ts';
import type { Decisions, TextNotifications } from '../domain/text-notifications.ts';
import type { MentionTrace, Projection } from './projection.ts';

type Db = Kysely<Schema>;

/**
 * State of a text at its last projection, and the number of its newest log entry. `mentions`
 * includes removed ones. It is null if the mentions were never read.
 */
export type Known = {
  readonly seq: number;
  readonly newest: number;
  readonly mentions: KnownMention[] | null;
};
type KnownMention = MentionTrace & { readonly isGone?: boolean };

/** Maximum number of removed mentions that are stored. */
const goneMax = 200;

const unit = z.object({ client: z.number(), clock: z.number() });
const mentions = z.array(
  z.object({ userId: z.string(), unit, context: z.number(), isGone: z.boolean().optional() }),
);

/** Reads {@link Known}. For a document without a projection, it has no mentions. */
export async function readKnown(db: Db, documentId: string): Promise<Known> {
  const { rows } = await sql<{ seq: number | null; newest: number; mentions: unknown }>`
    select p.seq, p.mentions, greatest(
      coalesce((select max(l.seq) from document_log l where l.document_id = d.id), 0),
      coalesce((select s.seq from document_snapshots s where s.document_id = d.id), 0)
    )::bigint as newest
    from (select ${documentId}::uuid as id) d
      left join document_projections p on p.document_id = d.id`.execute(db);
  const row = rows[0];
  const newest = Number(row?.newest ?? 0);
  if (row === undefined || row.seq === null) return { seq: 0, newest, mentions: [] };
  const known = row.mentions === null ? null : (mentions.parse(row.mentions) as KnownMention[]);
  return { seq: Number(row.seq), newest, mentions: known };
}

const nameOf = ({ unit: { client, clock } }: MentionTrace): string => `${client}:${clock}`;

/** Returns a key that is equal for mentions of the same user in the same text. */
const placeOf = ({ userId, context }: MentionTrace): string => `${userId} ${context}`;

/** Returns the mentions to store: the present ones and the last removed ones. */
export function rememberedMentions(
  known: readonly KnownMention[],
  now: readonly MentionTrace[],
): KnownMention[] {
  const here = new Set(now.map(nameOf));
  const gone = known
    .filter((one) => !here.has(nameOf(one)))
    .map((one) => ({ ...one, isGone: true }));
  return [...now, ...gone.slice(-goneMax)];
}

/**
 * Returns the mentions that need a notification.
 *
 * Excludes as many new mentions of a user as were removed at the same time, because they were
 * moved. Excludes mentions in a text from which the same mention was removed, because they were
 * restored.
 */
export function freshMentions(
  known: readonly KnownMention[],
  now: readonly MentionTrace[],
): MentionTrace[] {
  const names = new Set(known.map(nameOf));
  const here = new Set(now.map(nameOf));
  const gone = new Set(known.filter(({ isGone }) => isGone === true).map(placeOf));
  const moved = new Map<string, number>();
  for (const one of known)
    if (one.isGone !== true && !here.has(nameOf(one)))
      moved.set(one.userId, (moved.get(one.userId) ?? 0) + 1);
  return now.filter((one) => {
    if (names.has(nameOf(one))) return false;
    const left = moved.get(one.userId) ?? 0;
    if (left > 0) moved.set(one.userId, left - 1);
    return left === 0 && !gone.has(placeOf(one));
  });
}

/**
 * Finds newly mentioned users and the author of each mention, from the log since the last
 * projection.
 */
export async function findMentions(
  db: Db,
  documentId: string,
  known: Known,
  projection: Pick<Projection, 'mentions'>,
): Promise<TextNotifications['mentions']> {
  const fresh = known.mentions === null ? [] : freshMentions(known.mentions, projection.mentions);
  if (fresh.length === 0) return [];
  const writerOf = writers(await authorsSince(db, documentId, known.seq));
  return fresh.flatMap(({ userId, unit: at }) => {
    const by = writerOf(at);
    return by === undefined || by.session === '' || by.user === userId
      ? []
      : [{ userId, by: by.user }];
  });
}

/**
 * Returns a function that finds the author of a unit. Each unit is in one update, so the ranges of
 * a client do not overlap.
 */
export function writers(
  sent: readonly Authorship[],
): (unit: MentionTrace['unit']) => Authorship | undefined {
  const ranges = new Map<number, { from: number; to: number; by: Authorship }[]>();
  for (const by of sent)
    for (const { client, from, to } of by.inserted) {
      const ofClient = ranges.get(client) ?? [];
      ofClient.push({ from, to, by });
      ranges.set(client, ofClient);
    }
  for (const ofClient of ranges.values()) ofClient.sort((a, b) => a.from - b.from);
  return ({ client, clock }) => {
    const ofClient = ranges.get(client) ?? [];
    let [low, high] = [0, ofClient.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ofClient[middle]?.to ?? Infinity) <= clock) low = middle + 1;
      else high = middle;
    }
    const range = ofClient[low];
    return range !== undefined && range.from <= clock ? range.by : undefined;
  };
}

async function authorsSince(db: Db, documentId: string, seq: number): Promise<Authorship[]> {
  const rows = await db
    .selectFrom('document_log')
    .select('authorship')
    .where('document_id', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ authorship }) => unpackAuthorship(authorship));
}

const decided = z.array(z.object({ author: z.string(), isPart: z.boolean() }));

/**
 * Takes the stored decisions up to a log entry, each once, and adds them up. Leaves out decisions
 * about the user's own suggestions and about parts.
 */
export async function takeDecisions(
  trx: Db,
  documentId: string,
  seq: number,
): Promise<Decisions[]> {
  const rows = await trx
    .deleteFrom('document_decisions')
    .where('document_id', '=', documentId)
    .where('seq', '<=', seq)
    .returning(['user_id', 'verdict', 'suggestions'])
    .execute();
  const gathered = new Map<string, Decisions>();
  for (const { user_id: by, verdict, suggestions } of rows)
    for (const { author, isPart } of decided.parse(suggestions)) {
      if (author === by || isPart) continue;
      const key = `${author} ${by}`;
      const before = gathered.get(key) ?? { author, by, accepted: 0, rejected: 0 };
      const name = verdict === 'accept' ? 'accepted' : 'rejected';
      gathered.set(key, { ...before, [name]: before[name] + 1 });
    }
  return [...gathered.values()];
}
