import { createHeldClock, type HeldClock } from './memory.ts';
import { seededRandom } from './random-edit.ts';
import { someOffset } from './simulation-clock.ts';
import { SimulatedDatabaseDisk, type SimulatedDisk } from './simulation-disk.ts';
import { SimulatedJournalDisk } from './simulation-journal.ts';
import { SimulatedPages, type Users } from './simulation-pages.ts';
import { SimulatedServer } from './simulation-server.ts';
import { createSimulatedWire, type SimulatedWire } from './simulation-wire.ts';

/** Kind of a simulation. */
export type SimulationOptions = {
  readonly seed: number;
  /** True for a journal in front of the database. */
  readonly hasJournal: boolean;
  /** True for the faults and actors of `simulation-faults.ts`, and for several documents. */
  readonly hasMore: boolean;
};

/** The parts of a simulation. Each kind of event draws from its own random sequence. */
export type SimulatedWorld = {
  readonly seed: number;
  readonly random: () => number;
  readonly editing: () => number;
  readonly forging: () => number;
  readonly clock: HeldClock;
  readonly disk: SimulatedDisk;
  readonly wire: SimulatedWire;
  readonly server: SimulatedServer;
  readonly pages: SimulatedPages;
  readonly documents: readonly [string, ...string[]];
  /** True if pages insert tokens and edit nothing else. */
  readonly onlyTokens: boolean;
  /** Without broken connections, all clients have to catch up without reconnecting. */
  readonly isGentle: boolean;
  /**
   * A network like TCP: connections break, but frames arrive complete. All clients become quiet
   * without another reconnect.
   */
  readonly isHonest: boolean;
  /** Number of times that each fault or actor of `simulation-faults.ts` had an effect. */
  readonly happened: Record<string, number>;
};

const mainUsers: Users = { documentId: 'the-document', users: ['ada', 'ben', 'cyd'] };

/** Further documents. Their pages share the server, its commits and its journal with the first. */
const otherUsers: readonly Users[] = [
  { documentId: 'second', users: ['dan'] },
  { documentId: 'third', users: ['ada'] },
];

/** Returns the n-th further sequence of a seed. */
export const sequenceOf = (seed: number, n: number): (() => number) =>
  seededRandom(seed + 0x9e3779b9 * (n + 1));

/** Creates the parts of a simulation. */
export function createWorld({ seed, hasJournal, hasMore }: SimulationOptions): SimulatedWorld {
  const random = seededRandom(seed);
  const editing = seededRandom(seed + 1);
  const keeping = seededRandom(seed + 2);
  const pacing = seededRandom(seed + 3);
  const forging = seededRandom(seed + 4);
  const skewing = sequenceOf(seed, 0);
  const isSkewed = hasMore && skewing() < 0.5;
  const offset = (): number => (isSkewed ? someOffset(skewing) : 0);
  const clock = createHeldClock();
  const users: readonly [Users, ...Users[]] = [mainUsers, ...(hasMore ? otherUsers : [])];
  const documents = users.map(({ documentId }) => documentId) as [string, ...string[]];
  const disk = hasJournal
    ? new SimulatedJournalDisk(documents, random, clock)
    : new SimulatedDatabaseDisk(documents, random);
  const { record } = disk;
  const wire = createSimulatedWire(random, record);
  const onlyTokens = seed % 2 === 0;
  const server = new SimulatedServer({
    documents,
    disk,
    clock,
    offset: offset(),
    random,
    editing,
    forging,
  });
  const pages = new SimulatedPages(users, {
    record,
    wire,
    clock,
    random,
    keeping,
    pacing,
    room: (documentId) => server.open(documentId),
    offset,
    firstClient: seed * 100,
    onlyTokens,
  });
  return {
    seed,
    random,
    editing,
    forging,
    clock,
    disk,
    wire,
    server,
    pages,
    documents,
    onlyTokens,
    isGentle: seed % 8 >= 6,
    isHonest: seed % 8 === 4 || seed % 8 === 5,
    happened: isSkewed ? { skew: 1 } : {},
  };
}

/** Runs all pending promise callbacks. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 48; i += 1) await Promise.resolve();
}

/** True if entries were lost that had been on disk: pages bring them back. */
export const hasLostEntries = (happened: SimulatedWorld['happened']): boolean =>
  (happened['restore'] ?? 0) + (happened['lostSync'] ?? 0) > 0;
