import { createHeldClock } from './memory.ts';
import { seededRandom } from './random-edit.ts';
import { checkWorld } from './simulation-checks.ts';
import { createSimulatedDisk } from './simulation-disk.ts';
import { SimulatedJournalDisk } from './simulation-journal.ts';
import { SimulatedPages } from './simulation-pages.ts';
import { SimulatedServer } from './simulation-server.ts';
import { createSimulatedWire } from './simulation-wire.ts';

export { seededRandom };

/** Report of a run of the simulation, to check that it had an effect. */
export type SimulationReport = {
  readonly seed: number;
  readonly steps: number;
  readonly typed: number;
  readonly stored: number;
  /** Number of faults that had an effect. */
  readonly faults: number;
  /** Number of server edits that were reported as stored. */
  readonly edited: number;
  /** Number of updates sent under the client id of another user. */
  readonly forged: number;
  /** Number of suggestions that pages decided. */
  readonly decided: number;
};

const documentId = 'the-document';

/**
 * Runs the server half, three pages, the disk, the clock and the network in one process, driven by
 * a seed. Users type. Frames are delivered, lost, duplicated, reordered, truncated and replaced by
 * garbage. Connections break. Pages are reloaded over what their device stored. The disk fails or
 * is slow. The server is killed and started again. Documents are compacted at any moment. Throws if
 * one of the rules [SIM1] to [SIM7] of SPEC.md is violated.
 *
 * @param withEdits true if the server writes too. Its text exists at most once, and exactly once if
 *   it was reported as stored
 * @param hasJournal true for a journal in front of the database; by default for half of the seeds
 */
export async function simulate(
  seed: number,
  {
    steps = 220,
    withEdits = false,
    hasJournal = seed % 16 >= 8,
  }: { steps?: number; withEdits?: boolean; hasJournal?: boolean } = {},
): Promise<SimulationReport> {
  const world = createWorld(seed, hasJournal);
  const { server, pages, disk, random, editing, forging } = world;
  let faults = 0;
  for (let step = 0; step < steps; step += 1) {
    if (await act(world, random())) faults += 1;
    if (withEdits && editing() < 0.08) server.edit();
    if (forging() < 0.03) await server.forge();
    await settle();
    pages.prove();
    disk.verify();
  }
  await heal(world);
  disk.verify();
  const decided = checkWorld(world);
  for (const page of pages.list) page.link.close();
  return {
    seed,
    steps,
    typed: pages.tokens.length,
    stored: server.stored,
    faults,
    edited: [...server.edited.values()].filter((fate) => fate === 'stored').length,
    forged: server.forged,
    decided,
  };
}

type World = ReturnType<typeof createWorld>;

/** Creates the parts of a simulation. Each kind of event draws from its own random sequence. */
function createWorld(seed: number, hasJournal: boolean) {
  const random = seededRandom(seed);
  const editing = seededRandom(seed + 1);
  const keeping = seededRandom(seed + 2);
  const pacing = seededRandom(seed + 3);
  const forging = seededRandom(seed + 4);
  const clock = createHeldClock();
  const disk = hasJournal
    ? new SimulatedJournalDisk(documentId, random, clock)
    : createSimulatedDisk(documentId, random);
  const wire = createSimulatedWire(random, disk);
  const onlyTokens = seed % 2 === 0;
  // Without broken connections, all clients have to catch up without reconnecting, slow ones in
  // particular.
  const isGentle = seed % 8 >= 6;
  // A network like TCP: connections break, but frames arrive complete. All clients become quiet
  // without another reconnect.
  const isHonest = seed % 8 === 4 || seed % 8 === 5;
  const server = new SimulatedServer({ documentId, disk, clock, random, editing, forging });
  const pages = new SimulatedPages(['ada', 'ben', 'cyd'], {
    disk,
    wire,
    clock,
    random,
    keeping,
    pacing,
    room: () => server.open(),
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
    onlyTokens,
    isGentle,
    isHonest,
    server,
    pages,
  };
}

/** Performs a random step. Returns true if it was a fault that had an effect. */
async function act(world: World, kind: number): Promise<boolean> {
  const { wire, pages, disk, clock, random } = world;
  if (kind < 0.42) wire.deliver();
  else if (kind < 0.62) pages.type();
  else if (kind < 0.78) disk.step();
  else if (kind < 0.88) clock.advance(random() * 400);
  else return hurt(world, kind);
  return false;
}

/** Injects a fault; returns true if it had an effect. */
function hurt(
  { wire, pages, disk, server, random, isGentle, isHonest }: World,
  kind: number,
): boolean {
  if (kind < 0.95) return isGentle ? wire.slow(random() < 0.7) : wire.disturb(isHonest);
  if (kind < 0.965) return disk.fail();
  if (kind >= 0.99) return wire.slow(random() < 0.5);
  if (kind < 0.98) pages.reload();
  else {
    // kill -9: memory is lost, and pending writes may or may not have reached the disk.
    wire.cutAll();
    server.restart();
  }
  return true;
}

/** Ends the faults and reconnects all clients. */
async function heal({ seed, wire, disk, clock, pages, isGentle, isHonest }: World): Promise<void> {
  if (isGentle || isHonest) wire.slow(false);
  else wire.recover();
  for (let round = 0; round < 4_000; round += 1) {
    const moved = wire.deliver();
    disk.step();
    await settle();
    if (!moved && !disk.isBusy()) clock.advance(500);
    await settle();
    pages.prove();
    if (round <= 20 || moved || disk.isBusy() || !pages.areQuiet()) continue;
    // Frames that arrived last may still wait for a busy page.
    clock.advance(500);
    return settle();
  }
  throw new Error(
    `seed ${seed}: not quiet: ${JSON.stringify(pages.list.map(({ link, outbox }) => ({ ...link.state, kept: outbox.size })))}`,
  );
}

/** Runs all pending promise callbacks. */
async function settle(): Promise<void> {
  for (let i = 0; i < 48; i += 1) await Promise.resolve();
}
