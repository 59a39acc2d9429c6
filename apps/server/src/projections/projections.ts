import type { Authorship } from '@longhand/sync/server';
import type { Whole } from '../domain/live.ts';
import type { Clock } from '../platform/clock.ts';
import { createProjecting, type ProjectingDeps } from './projecting.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { findBehind, findUnprojected } from './store.ts';
import { unchanged, type Changes } from './typed-units.ts';
import { findAbandonedWorkSessions } from './work-sessions.ts';

/**
 * Grace period for a page reload: leaving for a shorter time does not end a work session (ms).
 */
const backWithin = 3_000;
/**
 * Time between two sweeps (ms), minimum age of changes and work that they take over from another
 * process (ms), and maximum numbers of documents per sweep: behind, and with abandoned work.
 */
const sweepEvery = 60_000;
const leftFor = 60_000;
const behindPerSweep = 1_000;
const workSessionsPerSweep = 20;

/**
 * Derives data from the texts of documents after they change: words and excerpt of lists, search,
 * mentions and decisions to notify about, authors of suggestions, work sessions with their
 * versions, and last-seen snapshots. A document is built once for all of it. A cursor in the
 * database records the last log entry that was projected.
 */
export type Projections = {
  /** Records a change that was stored just now, with its authorship. */
  changed(documentId: string, written: readonly Authorship[]): void;
  /** Records that the document was opened. An earlier process may not have projected all of it. */
  loaded(documentId: string): void;
  /** Records that the last user has closed the document, which ends the work session. */
  released(documentId: string): void;
  /** Stores the content of a document that a user has left while others stay. */
  left(documentId: string, whole: Whole): void;
  /** Schedules documents that an earlier process did not finish. Called periodically. */
  sweep(): Promise<void>;
  /** Projects pending documents for some seconds and stops. */
  close(): Promise<void>;
};

/** Dependencies of the projections. */
export type ProjectionsDeps = ProjectingDeps & {
  clock: Clock;
  /** Returns the documents that are open in this process. */
  open: () => readonly string[];
  isOpen: (documentId: string) => boolean;
  report: (error: unknown, documentId: string) => void;
  /** Called when a sweep failed. The next sweep tries again. */
  reportSweep: (error: unknown) => void;
};

/** Creates the {@link Projections} of one process. */
export function createProjections(deps: ProjectionsDeps): Projections {
  const { db, clock, report } = deps;
  const leaving = new Map<string, NodeJS.Timeout>();
  const schedule = createSchedule({ clock, run: createProjecting(deps), report });

  const backlogOf = (documentId: string): Promise<Changes> =>
    deps
      .settle(documentId)
      .then(() => findUnprojected(db, documentId))
      .catch((error: unknown) => {
        report(error, documentId);
        return unchanged();
      });

  function leave(documentId: string): void {
    leaving.delete(documentId);
    if (!deps.isOpen(documentId)) schedule.endWorkSession(documentId);
  }

  const closing = new AbortController();
  const { signal } = closing;
  let sweeping = Promise.resolve();
  const sweep = (): Promise<void> => sweepOnce(deps, { schedule, backlogOf, signal });
  const startSweep = (): void => void (sweeping = sweep().catch(deps.reportSweep));
  const timer = setInterval(startSweep, sweepEvery);
  timer.unref();
  // Delayed, so that it does not slow down the start.
  const atStart = setTimeout(startSweep, backWithin);

  return {
    changed: schedule.changed,
    // Read at once: the log is folded when the last user leaves, and then no longer shows the
    // last author.
    loaded: (documentId) => schedule.add(documentId, backlogOf(documentId)),
    released(documentId) {
      clearTimeout(leaving.get(documentId));
      leaving.set(
        documentId,
        setTimeout(() => leave(documentId), backWithin),
      );
    },
    left: schedule.capture,
    sweep,
    async close() {
      clearInterval(timer);
      clearTimeout(atStart);
      closing.abort();
      await sweeping;
      // Work sessions continue after a restart. If no user returns, they are ended then.
      for (const each of leaving.values()) clearTimeout(each);
      await schedule.close();
    },
  };
}

/** Parameters of a sweep, which ends when `signal` aborts. */
type Sweep = {
  readonly schedule: Schedule;
  readonly backlogOf: (documentId: string) => Promise<Changes>;
  readonly signal: AbortSignal;
};

/** Schedules the documents that this process has to take over, until `signal` aborts. */
async function sweepOnce(
  { db, clock, open }: ProjectionsDeps,
  { schedule, backlogOf, signal }: Sweep,
): Promise<void> {
  const before = new Date(clock.now() - leftFor);
  const except = [...schedule.documentIds(), ...open()];
  const abandoned = await findAbandonedWorkSessions(db, {
    before,
    except,
    most: workSessionsPerSweep,
  });
  if (signal.aborted) return;
  for (const documentId of abandoned)
    schedule.addSwept(documentId, { backlog: backlogOf(documentId), endsWorkSession: true });
  const behind = await findBehind(db, {
    before,
    except: [...except, ...abandoned],
    most: behindPerSweep,
  });
  if (signal.aborted) return;
  for (const documentId of behind)
    schedule.addSwept(documentId, { backlog: backlogOf(documentId), endsWorkSession: false });
}
