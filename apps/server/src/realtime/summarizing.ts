import { sql, type Kysely } from 'kysely';
import { id } from '@longhand/contract';
import { unpackAuthorship } from '@longhand/sync/server';
import type { Schema } from '../db/schema.ts';
import type { TextNews, NotifyOfText } from '../domain/text-news.ts';
import {
  findMentions,
  readKnown,
  rememberedMentions,
  takeDecisions,
  type Known,
} from './text-notifications.ts';
import type { Summary } from './tasks.ts';
import type { Workers } from './workers.ts';
import { note, apportion, type Changes } from './typed-units.ts';

/** A whole stored document: its updates and the number of its last log entry. */
export type Whole = { readonly seq: number; readonly updates: readonly Uint8Array[] };

/** Counts the words of documents and attributes them to their authors. */
export type Counting = {
  /**
   * Finds the stored changes of a document that an earlier process did not count. `last` is 0 if
   * there are none.
   */
  findUncounted(documentId: string): Promise<Changes>;
  /**
   * Counts a document again. `isLong`: the work session has lasted so long that it must be
   * recorded.
   */
  count(documentId: string, changes: Changes): Promise<{ readonly isLong: boolean }>;
};

/**
 * Result of one count: the log entry it covers, the knowledge before it, and the newly named users.
 */
type Counted = {
  readonly seq: number;
  readonly summary: Summary;
  readonly known: Known;
  readonly mentions: TextNews['mentions'];
};

/**
 * Creates the {@link Counting}. `whole` returns null if the document does not exist. `stretchMs`:
 * maximum length of a work session (ms).
 */
export function createCounting(options: {
  db: Kysely<Schema>;
  workers: Workers;
  whole: (documentId: string) => Promise<Whole | null>;
  stretchMs: number;
  noticed: NotifyOfText;
}): Counting {
  const { db } = options;

  async function keep(
    documentId: string,
    { seq, summary, known, mentions }: Counted,
    changes: Changes,
  ) {
    return db.transaction().execute(async (trx) => {
      const wordsBefore = await keepListData(trx, documentId, summary, new Date(changes.last));
      if (wordsBefore === null) return { isLong: false };
      // Another process may have counted the document meanwhile and sent the notifications.
      const isFirst = await noteCounted(trx, documentId, { seq, summary, known, mentions });
      await keepSuggesters(trx, documentId, summary.suggesters);
      const news = {
        documentId,
        mentions: isFirst ? mentions : [],
        decisions: await takeDecisions(trx, documentId, seq),
      };
      if (news.mentions.length + news.decisions.length > 0) await options.noticed(trx, news);
      if (changes.by.size === 0) return { isLong: false };
      await addWork(trx, documentId, changes, summary.wordCount - wordsBefore);
      return { isLong: changes.last - (await beginningOf(trx, documentId)) >= options.stretchMs };
    });
  }

  return {
    async findUncounted(documentId) {
      const rows = await db
        .selectFrom('document_log')
        .select(['authorship', 'stored_at'])
        .where('document_id', '=', documentId)
        .where('seq', '>', await countedUpTo(db, documentId))
        .orderBy('seq')
        .execute();
      const changes: Changes = { last: rows.at(-1)?.stored_at.getTime() ?? 0, by: new Map() };
      for (const row of rows) note(changes, unpackAuthorship(row.authorship));
      return changes;
    },

    async count(documentId, changes) {
      if (changes.last === 0) return { isLong: false };
      const whole = await options.whole(documentId);
      if (whole === null) return { isLong: false };
      const known = await readKnown(db, documentId);
      const summary = await options.workers.summarize(whole.updates);
      const mentions = await findMentions(db, documentId, known, summary);
      return keep(documentId, { seq: whole.seq, summary, known, mentions }, changes);
    },
  };
}

/** Returns the number of the last log entry that was counted, or 0. */
async function countedUpTo(db: Kysely<Schema>, documentId: string): Promise<number> {
  const row = await db
    .selectFrom('document_digests')
    .select('seq')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/**
 * Locks a document and stores what lists show of it.
 *
 * @returns the number of words before, or null if the document does not exist
 */
async function keepListData(
  trx: Kysely<Schema>,
  documentId: string,
  { wordCount, excerpt }: Summary,
  updatedAt: Date,
): Promise<number | null> {
  const before = await trx
    .selectFrom('documents')
    .select('word_count')
    .where('id', '=', documentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) return null;
  await trx
    .updateTable('documents')
    .set({ word_count: wordCount, excerpt, updated_at: updatedAt })
    .where('id', '=', documentId)
    .execute();
  return before.word_count;
}

/**
 * Stores the entry up to which a document was counted, and its mentions. Returns true if no other
 * process has stored a count since `known` was read.
 */
async function noteCounted(
  trx: Kysely<Schema>,
  documentId: string,
  { seq, summary, known }: Counted,
): Promise<boolean> {
  const row = {
    seq,
    mentions: JSON.stringify(rememberedMentions(known.mentions ?? [], summary.mentions)),
  };
  const before = await trx
    .selectFrom('document_digests')
    .select('seq')
    .where('document_id', '=', documentId)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .insertInto('document_digests')
    .values({ document_id: documentId, ...row })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(row))
    .execute();
  return (before?.seq ?? 0) === known.seq;
}

/** Stores the authors of open suggestions. Skips authors that have no account here. */
async function keepSuggesters(
  trx: Kysely<Schema>,
  documentId: string,
  suggesters: Summary['suggesters'],
): Promise<void> {
  const real = suggesters.filter(({ author }) => id.safeParse(author).success);
  await trx.deleteFrom('document_suggestions').where('document_id', '=', documentId).execute();
  if (real.length === 0) return;
  await sql`insert into document_suggestions (document_id, author_id, count, last_at)
    select ${documentId}, u.id, s.count, to_timestamp(s.last_at / 1000.0)
    from unnest(
      ${real.map(({ author }) => author)}::uuid[], ${real.map(({ count }) => count)}::integer[],
      ${real.map(({ lastAt }) => Math.min(Math.max(lastAt, 0), Date.now()))}::float8[]
    ) as s (author, count, last_at)
    join users u on u.id = s.author`.execute(trx);
}

async function addWork(
  trx: Kysely<Schema>,
  documentId: string,
  { by }: Changes,
  difference: number,
): Promise<void> {
  const people = [...by];
  const shares = apportion(
    Math.abs(difference),
    people.map(([, { units }]) => units),
  );
  const rows = people.map(([userId, { first, last }], i) => ({
    document_id: documentId,
    user_id: userId,
    began_at: new Date(first),
    last_at: new Date(last),
    words_added: difference > 0 ? (shares[i] ?? 0) : 0,
    words_removed: difference < 0 ? (shares[i] ?? 0) : 0,
  }));
  await trx
    .insertInto('document_work')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'user_id']).doUpdateSet((eb) => ({
        last_at: eb.ref('excluded.last_at'),
        words_added: sql<number>`document_work.words_added + excluded.words_added`,
        words_removed: sql<number>`document_work.words_removed + excluded.words_removed`,
      })),
    )
    .execute();
}

async function beginningOf(trx: Kysely<Schema>, documentId: string): Promise<number> {
  const row = await trx
    .selectFrom('document_work')
    .select((eb) => eb.fn.min('began_at').as('first'))
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row?.first?.getTime() ?? Number.POSITIVE_INFINITY;
}
