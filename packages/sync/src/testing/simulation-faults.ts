import { attack } from './simulation-adversary.ts';
import { someOffset } from './simulation-clock.ts';
import type { Ending } from './simulation-disk.ts';
import type { DeviceFaults } from './simulation-device.ts';
import { sequenceOf, settle, type SimulatedWorld } from './simulation-world.ts';

type Random = () => number;

/**
 * A fault, or an actor, that draws from a random sequence of its own.
 *
 * @property share share of the seeds that have it
 * @property chance chance of it in each step
 * @property act returns true if it had an effect
 */
type Fault = {
  readonly share: number;
  readonly chance: number;
  readonly act: (world: SimulatedWorld, random: Random) => boolean | Promise<boolean>;
};

/** Kills the server, with its pending writes left as `ending` says. */
async function kill(
  { wire, server }: SimulatedWorld,
  ending: Ending,
): ReturnType<SimulatedWorld['server']['restart']> {
  wire.cutAll();
  return server.restart(ending);
}

/** Makes the next calls of one kind on a random device fail. */
const failing =
  (kind: keyof DeviceFaults, calls: (random: Random) => number) =>
  ({ pages: { devices } }: SimulatedWorld, random: Random): boolean => {
    const device = devices[Math.floor(random() * devices.length)];
    if (device === undefined) return false;
    device.failing[kind] = calls(random);
    // Counted when a call fails.
    return false;
  };

/**
 * Kills the server, and takes the last entries of each document away. Pages may have newer text.
 *
 * @param share share of the entries that are kept, in [0, 1)
 */
async function loseEntries(
  { wire, server, disk, pages }: SimulatedWorld,
  ending: Ending,
  { share, keepsJournal }: { share: number; keepsJournal: boolean },
): Promise<void> {
  // Words that are shown as saved now were on disk.
  await settle();
  pages.prove();
  wire.cutAll();
  await server.restart(ending, async () => {
    await settle();
    await disk.restore(share, keepsJournal);
  });
  pages.afterRestore();
}

/** The faults and actors besides those of `simulation.ts`, in the order of their sequences. */
const faults = {
  /** The process died in an append to the journal: a part of it is in the file. */
  torn: {
    share: 0.5,
    chance: 0.02,
    async act(world, random) {
      if (!world.disk.hasJournal) return false;
      return (await kill(world, { leftover: 'torn', random })).torn > 0;
    },
  },
  /** The process died after a commit, before it acknowledged it. */
  unanswered: {
    share: 0.4,
    chance: 0.01,
    act: async (world, random) => (await kill(world, { leftover: 'all', random })).performed > 0,
  },
  /** The process died before its commit. */
  uncommitted: {
    share: 0.4,
    chance: 0.01,
    async act(world, random) {
      const isBusy = world.disk.isBusy();
      await kill(world, { leftover: 'none', random });
      return isBusy;
    },
  },
  /** The sync of an append reports an error: nothing of it may be acknowledged. */
  fsync: { share: 0.5, chance: 0.02, act: ({ disk }, random) => disk.failSync(random) },
  /** The power is cut: what was not synced is lost. */
  power: {
    share: 0.5,
    chance: 0.008,
    async act(world, random) {
      await kill(world, { leftover: 'torn', isPowerCut: true, random });
      return true;
    },
  },
  /** Another node opens the documents while the present one goes on. */
  takeover: {
    share: 0.5,
    chance: 0.012,
    act({ disk, server }) {
      if (!disk.hasJournal) server.takeOver();
      return !disk.hasJournal;
    },
  },
  /** Writes of a killed process reach the database while the next one runs. */
  late: {
    share: 0.5,
    chance: 0.02,
    async act(world, random) {
      if (world.disk.hasJournal) return false;
      return (await kill(world, { leftover: 'late', random })).late > 0;
    },
  },
  /** The clock of the server or of a page jumps. */
  jump: {
    share: 0.5,
    chance: 0.015,
    act({ server, pages }, random) {
      const clocks = [server.clock, ...pages.list.map(({ clock }) => clock)];
      const clock = clocks[Math.floor(random() * clocks.length)] ?? server.clock;
      const before = clock.offset;
      clock.offset = someOffset(random);
      return clock.offset !== before;
    },
  },
  deviceWrite: {
    share: 0.4,
    chance: 0.02,
    act: failing('write', (random) => 1 + Math.floor(random() * 3)),
  },
  deviceFull: {
    share: 0.3,
    chance: 0.02,
    act: failing('full', (random) => (random() < 0.5 ? Infinity : 0)),
  },
  deviceRead: {
    share: 0.4,
    chance: 0.02,
    act: failing('read', (random) => 1 + Math.floor(random() * 2)),
  },
  deviceRemove: {
    share: 0.3,
    chance: 0.02,
    act: failing('remove', (random) => 1 + Math.floor(random() * 3)),
  },
  /** A page is reloaded, and its device has lost everything, also changes that were not sent. */
  deviceLost: { share: 0.3, chance: 0.01, act: ({ pages }, random) => pages.lose(random) },
  /** Two tabs of a user share a device. */
  tab: {
    share: 0.5,
    chance: 0.08,
    act({ pages }, random) {
      if (pages.tabs.length === 0) pages.openTab(random);
      else if (random() < 0.75) pages.type(pages.tabs, random);
      else pages.closeTab();
      return true;
    },
  },
  /** The server is restored from an older backup, while pages have newer text. */
  restore: {
    share: 0.25,
    chance: 0.006,
    async act(world, random) {
      const [share, keepsJournal] = [random(), random() < 0.3];
      await loseEntries(world, { leftover: 'some', random }, { share, keepsJournal });
      return true;
    },
  },
  /** Users type in the other documents, and reload their pages. */
  elsewhere: {
    share: 1,
    chance: 0.15,
    act({ pages }, random) {
      if (random() < 0.06) pages.reload(pages.others, random);
      else pages.type(pages.others, random);
      return true;
    },
  },
  /** A hostile client sends frames between those of the others. */
  attack: { share: 0.3, chance: 0.03, act: attack },
  /**
   * The power is cut, and the disk has lost what it had synced last. The server notices the power
   * cut, and begins an epoch as after a restore.
   */
  lostSync: {
    share: 0.2,
    chance: 0.006,
    async act(world, random) {
      const share = 0.8 + random() * 0.2;
      await loseEntries(
        world,
        { leftover: 'torn', isPowerCut: true, random },
        { share, keepsJournal: false },
      );
      return true;
    },
  },
} satisfies Record<string, Fault>;

/** Name of a fault or actor. */
export type FaultName = keyof typeof faults | 'skew' | 'lateStored' | 'lateConflict' | 'stranded';

/** The faults and actors that each happen in some hundred seeds. */
export const faultNames: readonly FaultName[] = [
  ...(Object.keys(faults) as (keyof typeof faults)[]),
  'skew',
];

/** Returns a function that lets each fault of a seed happen or not, once in each step. */
export function createFaults(world: SimulatedWorld): () => Promise<void> {
  const chosen = Object.entries<Fault>(faults).flatMap(([name, fault], i) => {
    const random = sequenceOf(world.seed, i + 1);
    return random() < fault.share ? [{ name, fault, random }] : [];
  });
  return async () => {
    for (const { name, fault, random } of chosen)
      if (random() < fault.chance && (await fault.act(world, random)))
        world.happened[name] = (world.happened[name] ?? 0) + 1;
  };
}
