import type { Kysely } from 'kysely';
import type { Clock as EngineClock } from '@longhand/sync/protocol';
import type { Rooms, UpdateLog } from '@longhand/sync/server';
import type { Schema } from '../db/schema.ts';
import type { NotifyOfText } from '../domain/text-news.ts';
import type { OnWorkSessionEnd } from '../domain/work-session.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createSearchIndexer } from './search-indexer.ts';
import { createSummaries } from './summaries.ts';
import { createCounting } from './summarizing.ts';
import { createTexts } from './texts.ts';
import { createWorkSessions } from './work-sessions.ts';
import type { Workers } from './workers.ts';

/**
 * Maximum length of a work session, even if no user leaves: ten minutes (ms). Source: features,
 * History.
 */
const longestStretch = 600_000;

/** Parts on which the engine runs. */
export type EngineParts = { updates: UpdateLog; workers: Workers; clock: EngineClock };

/** Dependencies of the services that read texts. */
export type TextServicesDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  log: Log;
  /** Called at the end of each work session in a document. */
  worked: OnWorkSessionEnd;
  /** Called with newly mentioned users and with decisions about suggestions. */
  noticed: NotifyOfText;
  /** Maximum length of a work session (ms). */
  stretchMs?: number;
};

/** The services that read texts. */
export type TextServices = ReturnType<typeof createTextServices>;

/**
 * Creates what reads the texts of documents: reading and changing them for the API, the ends of
 * work sessions, the word counts, and the search index. `rooms` is called later only.
 */
export function createTextServices(
  { db, log, ...deps }: TextServicesDeps,
  { updates, workers, clock, rooms }: EngineParts & { rooms: () => Rooms },
) {
  const reportAs =
    (sentence: string) =>
    (error: unknown, documentId: string): void =>
      log.error({ err: error, documentId }, sentence);
  const texts = createTexts({ updates, workers, rooms, clock, random: Math.random });
  const workSessions = createWorkSessions({
    db,
    clock: deps.clock,
    read: texts.findState,
    open: () =>
      rooms()
        .list()
        .map(({ documentId }) => documentId),
    worked: deps.worked,
    report: reportAs('the end of a work session could not be stored'),
  });
  const counting = createCounting({
    db,
    workers,
    whole: texts.findNewest,
    stretchMs: deps.stretchMs ?? longestStretch,
    noticed: deps.noticed,
  });
  const summaries = createSummaries({
    counting,
    workSessions,
    clock: deps.clock,
    isOpen: (documentId) => rooms().find(documentId) !== null,
    report: reportAs('the word count of a document could not be updated'),
  });
  const searchIndexer = createSearchIndexer({
    db,
    workers,
    clock: deps.clock,
    whole: texts.findNewest,
    report: reportAs('a document could not be indexed for search'),
  });
  return { texts, workSessions, summaries, searchIndexer };
}
