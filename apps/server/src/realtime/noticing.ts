import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { MentionTrace, SuggestionTrace } from '@longhand/document';
import { unpackAuthorship, type Authorship } from '@longhand/sync';
import type { Schema } from '../db/schema.ts';
import type { Decisions, News } from '../domain/noticed.ts';
import { unpackBytes } from './packing.ts';
import type { Digest } from './tasks.ts';
import type { Workers } from './workers.ts';

type Db = Kysely<Schema>;

/** What was known of a text when it was counted last. `mentions`: also those that are gone. Null: it was never looked at. */
export type Known = {
  readonly seq: number;
  readonly suggestions: SuggestionTrace[] | null;
  readonly mentions: KnownMention[] | null;
};
type KnownMention = MentionTrace & { readonly isGone?: boolean };

/** An update with its author; `session` is empty where the server wrote it for them, as a restore. */
type Sent = { readonly update: Uint8Array; readonly by: Authorship };

/** How many mentions are remembered that are gone. */
const goneMax = 200;

const unit = z.object({ client: z.number(), clock: z.number() });
const suggestions = z.array(
  z.object({
    id: z.string(),
    author: z.string(),
    kind: z.enum(['insertion', 'deletion', 'add', 'remove', 'other']),
    unit,
    carrier: unit,
    format: z.string().optional(),
  }),
);
const mentions = z.array(z.object({ userId: z.string(), unit, context: z.number(), isGone: z.boolean().optional() }));

/** Reads {@link Known}; of a document that was never counted, that nothing was there. */
export async function readKnown(db: Db, documentId: string): Promise<Known> {
  const row = await db
    .selectFrom('document_digests')
    .select(['seq', 'suggestions', 'mentions'])
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  if (row === undefined) return { seq: 0, suggestions: [], mentions: [] };
  return {
    seq: row.seq,
    suggestions: row.suggestions === null ? null : (suggestions.parse(row.suggestions) as SuggestionTrace[]),
    mentions: row.mentions === null ? null : (mentions.parse(row.mentions) as KnownMention[]),
  };
}

const nameOf = ({ unit: { client, clock } }: MentionTrace): string => `${client}:${clock}`;

/** The same for the same person among the same words. */
const placeOf = ({ userId, context }: MentionTrace): string => `${userId} ${context}`;

/** The mentions to remember: those that are there, and the last ones that are gone. */
export function rememberedMentions(known: readonly KnownMention[], now: readonly MentionTrace[]): KnownMention[] {
  const here = new Set(now.map(nameOf));
  const gone = known.filter((one) => !here.has(nameOf(one))).map((one) => ({ ...one, isGone: true }));
  return [...now, ...gone.slice(-goneMax)];
}

/**
 * The mentions that nobody was told of: those that came, without as many of the same person as went at the same time (they were moved), and
 * without those that stand among the words from which one of them went (they were brought back).
 */
export function freshMentions(known: readonly KnownMention[], now: readonly MentionTrace[]): MentionTrace[] {
  const names = new Set(known.map(nameOf));
  const here = new Set(now.map(nameOf));
  const gone = new Set(known.filter(({ isGone }) => isGone === true).map(placeOf));
  const moved = new Map<string, number>();
  for (const one of known)
    if (one.isGone !== true && !here.has(nameOf(one))) moved.set(one.userId, (moved.get(one.userId) ?? 0) + 1);
  return now.filter((one) => {
    if (names.has(nameOf(one))) return false;
    const left = moved.get(one.userId) ?? 0;
    if (left > 0) moved.set(one.userId, left - 1);
    return left === 0 && !gone.has(placeOf(one));
  });
}

/** Finds out what people are to be told of, from what the log holds since the last count. What it does not hold any more is not told. */
export async function findNews(
  { db, workers }: { db: Db; workers: Workers },
  documentId: string,
  known: Known,
  { updates, digest }: { updates: readonly Uint8Array[]; digest: Digest },
): Promise<News> {
  const left = new Set(digest.suggestions.map(({ id }) => id));
  const gone = (known.suggestions ?? []).filter(({ id }) => !left.has(id));
  const fresh = known.mentions === null ? [] : freshMentions(known.mentions, digest.mentions);
  if (gone.length + fresh.length === 0) return { documentId, mentions: [], decisions: [] };
  const sent = await sentSince(db, documentId, known.seq);
  const writerOf = writers(sent);
  return {
    documentId,
    mentions: fresh.flatMap(({ userId, unit: at }) => {
      const by = writerOf(at);
      return by === undefined || by.session === '' || by.user === userId ? [] : [{ userId, by: by.user }];
    }),
    decisions: gone.length === 0 ? [] : await decisionsOf(workers, gone, sent, updates),
  };
}

/** Finds who wrote a unit: each unit is in one update, so the ranges of a client do not lie over each other. */
export function writers(sent: readonly Pick<Sent, 'by'>[]): (unit: MentionTrace['unit']) => Authorship | undefined {
  const ranges = new Map<number, { from: number; to: number; by: Authorship }[]>();
  for (const { by } of sent)
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

async function sentSince(db: Db, documentId: string, seq: number): Promise<Sent[]> {
  const rows = await db
    .selectFrom('document_log')
    .select(['updates', 'authorship'])
    .where('document_id', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
  return rows.flatMap((row) => {
    const by = unpackAuthorship(row.authorship);
    return unpackBytes(row.updates).flatMap((update, i) => (by[i] === undefined ? [] : [{ update, by: by[i] }]));
  });
}

async function decisionsOf(
  workers: Workers,
  gone: readonly SuggestionTrace[],
  sent: readonly Sent[],
  updates: readonly Uint8Array[],
): Promise<Decisions[]> {
  const outcomes = await workers.outcomes(
    updates,
    gone,
    sent.map(({ update }) => update),
  );
  const gathered = new Map<string, Decisions>();
  outcomes.forEach(({ index, outcome }, i) => {
    const [trace, by] = [gone[i], index === null ? undefined : sent[index]?.by];
    if (trace === undefined || by === undefined || by.session === '' || by.user === trace.author) return;
    const key = `${trace.author} ${by.user}`;
    const before = gathered.get(key) ?? { author: trace.author, by: by.user, accepted: 0, rejected: 0, decided: 0 };
    gathered.set(key, { ...before, [outcome ?? 'decided']: before[outcome ?? 'decided'] + 1 });
  });
  return [...gathered.values()];
}
