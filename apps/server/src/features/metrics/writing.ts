import { sql, type Kysely } from 'kysely';
import { limits, type WritingFigures } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';

const dayMs = 86_400_000;

type Contribution = {
  at: Date;
  documentId: string | null;
  wordsAdded: number;
  wordsRemoved: number;
};

/** Reads a user's contributions from the activities. */
async function readContributions(
  db: Kysely<Schema>,
  userId: string,
  since: Date,
): Promise<Contribution[]> {
  const { rows } = await sql<Contribution>`
    select created_at as at, document_id as "documentId",
      coalesce((data->>'wordsAdded')::int, 0) as "wordsAdded", coalesce((data->>'wordsRemoved')::int, 0) as "wordsRemoved"
    from activities where actor_id = ${userId} and type = 'document.edited' and created_at >= ${since}`.execute(
    db,
  );
  return rows;
}

type Finish = { at: Date; documentId: string };

/** Reads the times at which documents with the user's writing became approved or published. */
async function readFinishes(db: Kysely<Schema>, userId: string, since: Date): Promise<Finish[]> {
  const { rows } = await sql<Finish>`
    select created_at as at, document_id as "documentId"
    from activities
    where type = 'document.status_changed' and data->>'to' in ('approved', 'published') and created_at >= ${since}
      and document_id in (select document_id from activities where actor_id = ${userId} and type = 'document.edited')`.execute(
    db,
  );
  return rows;
}

/** Returns the calendar day before a day. */
function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
}

/** Returns the last `count` calendar days, from `day` back. */
function daysBack(day: string, count: number): string[] {
  const days = [day];
  while (days.length < count) days.push(dayBefore(days.at(-1) ?? day));
  return days;
}

/**
 * Returns the number of consecutive days with added words, up to today. A current day without words
 * does not break the streak.
 */
function streakOf(today: string, written: ReadonlySet<string>): number {
  const days = daysBack(today, limits.writingDaysMax);
  const from = written.has(today) ? days : days.slice(1);
  const end = from.findIndex((day) => !written.has(day));
  return end < 0 ? from.length : end;
}

function sum(contributions: readonly Contribution[]) {
  return {
    wordsAdded: contributions.reduce((words, one) => words + one.wordsAdded, 0),
    wordsRemoved: contributions.reduce((words, one) => words + one.wordsRemoved, 0),
  };
}

function documentsIn(contributions: readonly { documentId: string | null }[]): string[] {
  return [
    ...new Set(
      contributions.flatMap(({ documentId }) => (documentId === null ? [] : [documentId])),
    ),
  ];
}

/** Returns a user's own writing statistics. Days are those of the user's time zone. */
export async function readWriting(
  db: Kysely<Schema>,
  userId: string,
  { days, zone, now }: { days: number; zone: string; now: number },
): Promise<WritingFigures> {
  const calendar = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const contributions = await readContributions(
    db,
    userId,
    new Date(now - (limits.writingDaysMax + 2) * dayMs),
  );
  const finishes = await readFinishes(db, userId, new Date(now - (days + 2) * dayMs));
  const byDay = Map.groupBy(contributions, ({ at }) => calendar.format(at));
  const today = calendar.format(new Date(now));
  const asked = daysBack(today, days).map((day) => ({ day, contributions: byDay.get(day) ?? [] }));
  const isAsked = new Set(asked.map(({ day }) => day));
  const all = asked.flatMap((one) => one.contributions);
  const written = [...byDay].filter(([, ofDay]) => sum(ofDay).wordsAdded > 0).map(([day]) => day);
  return {
    zone,
    ...sum(all),
    documents: documentsIn(all).length,
    finished: documentsIn(finishes.filter(({ at }) => isAsked.has(calendar.format(at)))).length,
    streak: streakOf(today, new Set(written)),
    days: asked.map((one) => ({
      day: one.day,
      ...sum(one.contributions),
      documentIds: documentsIn(one.contributions),
    })),
  };
}
