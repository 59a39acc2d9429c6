import { messageOf } from '../client/link-parts.ts';
import { seededRandom } from './random-edit.ts';
import { checkWorld } from './simulation-checks.ts';
import { createFaults, type FaultName } from './simulation-faults.ts';
import { becomeQuiet } from './simulation-quiet.ts';
import { createWorld, settle, type SimulatedWorld } from './simulation-world.ts';

export { seededRandom };

/** Report of a run of the simulation, to check that it had an effect. */
export type SimulationReport = {
  readonly seed: number;
  readonly steps: number;
  readonly typed: number;
  readonly stored: number;
  /** Number of faults that had an effect, without those of `simulation-faults.ts`. */
  readonly faults: number;
  /** Number of server edits that were reported as stored. */
  readonly edited: number;
  /** Number of updates sent under the client id of another user. */
  readonly forged: number;
  /** Number of suggestions that pages decided. */
  readonly decided: number;
  /** Number of times that each fault or actor of `simulation-faults.ts` had an effect. */
  readonly happened: Readonly<Partial<Record<FaultName, number>>>;
};

/**
 * Runs the server half, the pages of several documents, the disk, the clock and the network in one
 * process, driven by a seed. Users type. Frames are delivered, lost, duplicated, reordered,
 * truncated and replaced by garbage. Connections break. Pages are reloaded over what their device
 * stored. The disk fails or is slow. The server is killed and started again. Documents are
 * compacted at any moment. `simulation-faults.ts` has further faults. Throws if one of the rules
 * [SIM1] to [SIM18] of SPEC.md is violated.
 *
 * @param withEdits true if the server writes too. Its text exists at most once, and exactly once if
 *   it was reported as stored
 * @param hasJournal true for a journal in front of the database; by default for half of the seeds
 * @param hasMore false for one document, without the faults of `simulation-faults.ts`
 */
export async function simulate(
  seed: number,
  {
    steps = 220,
    withEdits = false,
    hasJournal = seed % 16 >= 8,
    hasMore = true,
  }: { steps?: number; withEdits?: boolean; hasJournal?: boolean; hasMore?: boolean } = {},
): Promise<SimulationReport> {
  const world = createWorld({ seed, hasJournal, hasMore });
  try {
    const more = hasMore ? createFaults(world) : async () => undefined;
    const faults = await storm(world, steps, withEdits, more);
    await becomeQuiet(world);
    // Closed pages have left updates behind: their users open the document again.
    if (world.pages.openLeftBehind() > 0) await becomeQuiet(world);
    const decided = checkWorld(world);
    for (const page of world.pages.list) page.link.close();
    return reportOf(world, { steps, faults, decided });
  } catch (error) {
    const faults = JSON.stringify(world.happened);
    throw new Error(`seed ${seed}, with ${faults}: ${messageOf(error)}`, { cause: error });
  }
}

/** Performs random steps, with faults. Returns the number of faults that had an effect. */
async function storm(
  world: SimulatedWorld,
  steps: number,
  withEdits: boolean,
  more: () => Promise<void>,
): Promise<number> {
  const { server, pages, disk, random, editing, forging } = world;
  let faults = 0;
  for (let step = 0; step < steps; step += 1) {
    if (await act(world, random())) faults += 1;
    await more();
    if (withEdits && editing() < 0.08) server.edit();
    if (forging() < 0.03) await server.forge();
    await settle();
    pages.prove();
    disk.record.verify();
  }
  return faults;
}

function reportOf(
  world: SimulatedWorld,
  counts: Pick<SimulationReport, 'steps' | 'faults' | 'decided'>,
): SimulationReport {
  const { seed, pages, server, happened } = world;
  addEffects(world);
  return {
    seed,
    ...counts,
    typed: pages.tokens.list.length,
    stored: server.stored,
    edited: [...server.edited.values()].filter((fate) => fate === 'stored').length,
    forged: server.forged,
    happened,
  };
}

/** Adds the faults that are counted where they have an effect. */
function addEffects({ happened, disk, pages }: SimulatedWorld): void {
  happened['lateStored'] = disk.late.stored;
  happened['lateConflict'] = disk.late.conflict;
  for (const { failed } of pages.devices) {
    happened['deviceWrite'] = (happened['deviceWrite'] ?? 0) + failed.write;
    happened['deviceFull'] = (happened['deviceFull'] ?? 0) + failed.full;
    happened['deviceRead'] = (happened['deviceRead'] ?? 0) + failed.read;
    happened['deviceRemove'] = (happened['deviceRemove'] ?? 0) + failed.remove;
  }
}

/** Performs a random step. Returns true if it was a fault that had an effect. */
async function act(world: SimulatedWorld, kind: number): Promise<boolean> {
  const { wire, pages, disk, clock, random } = world;
  if (kind < 0.42) wire.deliver();
  else if (kind < 0.62) pages.type();
  else if (kind < 0.78) disk.step();
  else if (kind < 0.88) clock.advance(random() * 400);
  else return hurt(world, kind);
  return false;
}

/** Injects a fault; returns true if it had an effect. */
async function hurt(
  { wire, pages, disk, server, random, isGentle, isHonest }: SimulatedWorld,
  kind: number,
): Promise<boolean> {
  if (kind < 0.95) return isGentle ? wire.slow(random() < 0.7) : wire.disturb(isHonest);
  if (kind < 0.965) return disk.fail();
  if (kind >= 0.99) return wire.slow(random() < 0.5);
  if (kind < 0.98) pages.reload();
  else {
    // kill -9: memory is lost, and pending writes may or may not have reached the disk.
    wire.cutAll();
    await server.restart();
  }
  return true;
}
