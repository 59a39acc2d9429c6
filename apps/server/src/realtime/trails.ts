import type { Follow, PageTimes, Trail, UpdateStep } from '@longhand/sync/server';
import type { RecordFirst, SpanAttributes, Tracing } from '../platform/tracing.ts';
import { currentLogIds, currentPlace } from '../platform/work.ts';

/** Time that a page has to say how long its write took (ms). */
const answerWithin = 5_000;

/** Longest time that a page is believed to have held a write, as it does without a connection. */
const waitedMax = 3_600_000;

/** The parts of the way of an update, each from the end of the one before to a step. */
const parts: readonly (readonly [name: string, step: UpdateStep])[] = [
  ['check', 'checked'],
  ['queue', 'committing'],
  ['commit', 'committed'],
  ['broadcast', 'broadcast'],
];

/** Traces of updates. */
export type Trails = {
  readonly follow: Follow;
  /** Records the updates whose pages have not answered yet. */
  close(): void;
};

/**
 * Creates the traces of updates. An update is recorded when its page has answered, or after five
 * seconds: until then the beginning of its trace is not known.
 *
 * @param store where a commit stores updates
 */
export function createTrails(tracing: Tracing, store: 'journal' | 'database'): Trails {
  const waiting = new Set<() => void>();
  return {
    follow({ documentId, bytes, source }) {
      const record = recorderOf(tracing);
      if (record === null) return null;
      const { connectionId } = currentLogIds();
      const attributes = {
        'longhand.document.id': documentId,
        'longhand.update.bytes': bytes,
        'longhand.update.source': source,
        'longhand.commit.store': store,
        ...(connectionId !== undefined && { 'longhand.connection.id': connectionId }),
      };
      return createTrail((trail) => writeTrail(record, trail, attributes), waiting);
    },
    close() {
      for (const finish of waiting) finish();
    },
  };
}

/** Returns where an update is recorded: under the running code, or in a new trace. */
function recorderOf(tracing: Tracing): RecordFirst | null {
  const place = currentPlace();
  if (place === null) return tracing.begin();
  return place.isSampled ? (span) => place.record(span) : null;
}

/** The way of an update, known at its end. Times as of `performance.now()` (ms). */
type Ended = {
  readonly received: number;
  readonly reached: ReadonlyMap<UpdateStep, number>;
  readonly ended: number;
  readonly outcome: string;
  readonly page: PageTimes | null;
};

/** Collects the steps of an update. `waiting`: calls that record updates without an answer. */
function createTrail(write: (ended: Ended) => void, waiting: Set<() => void>): Trail {
  const received = performance.now();
  const reached = new Map<UpdateStep, number>();
  let finish: (page: PageTimes | null) => void = () => undefined;
  return {
    reached: (step) => void reached.set(step, performance.now()),
    ended(outcome, isAsked) {
      const ended = performance.now();
      if (!isAsked) return write({ received, reached, ended, outcome, page: null });
      const giveUp = (): void => finish(null);
      const timer = setTimeout(giveUp, answerWithin).unref();
      waiting.add(giveUp);
      finish = (page) => {
        finish = () => undefined;
        clearTimeout(timer);
        waiting.delete(giveUp);
        write({ received, reached, ended, outcome, page });
      };
    },
    measured: (page) => finish(page),
  };
}

/**
 * True if the times of a page are possible: what happened here is a part of them. They come from a
 * client, which can claim to have waited longer than it has.
 */
function isPossible({ waited, total }: PageTimes, here: number): boolean {
  // The page counts whole milliseconds.
  return waited <= waitedMax && total - waited + 1 >= here && total - waited <= here + waitedMax;
}

/** Records the spans of an update. */
function writeTrail(record: RecordFirst, trail: Ended, about: SpanAttributes): void {
  const { received, reached, ended, outcome } = trail;
  const here = ended - received;
  const page = trail.page !== null && isPossible(trail.page, here) ? trail.page : null;
  // The clock of the page is another one: half of the rest of the time is the way to the server.
  const began =
    page === null
      ? received
      : received - page.waited - Math.max(0, page.total - page.waited - here) / 2;
  const root = record({
    name: 'live update',
    kind: 'server',
    from: began,
    to: page === null ? ended : Math.max(ended, began + page.total),
    isFailed: outcome === 'failed',
    attributes: {
      ...about,
      'longhand.update.outcome': outcome,
      ...(page && { 'longhand.page.waited_ms': page.waited, 'longhand.page.total_ms': page.total }),
    },
  });
  if (page !== null) root.record({ name: 'page', from: began, to: began + page.waited });
  let from = received;
  for (const [name, step] of parts) {
    const to = reached.get(step);
    if (to === undefined) return;
    root.record({ name, from, to });
    from = to;
  }
  root.record({ name: 'acknowledge', from, to: ended });
}
