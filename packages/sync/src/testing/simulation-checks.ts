import type { SimulatedDisk } from './simulation-disk.ts';
import type { SimulatedPages } from './simulation-pages.ts';
import type { SimulatedServer } from './simulation-server.ts';
import { contentIn } from '../protocol/roots.ts';

/** The parts of a simulation that are compared at its end. */
export type SimulatedWorld = {
  readonly seed: number;
  readonly disk: SimulatedDisk;
  readonly server: SimulatedServer;
  readonly pages: SimulatedPages;
  /** True if pages inserted tokens and edited nothing else. */
  readonly onlyTokens: boolean;
};

/**
 * Checks the end of a simulation, after its faults have ended: [SIM5] to [SIM7].
 *
 * @returns the number of suggestions that pages decided
 * @throws if a rule is violated
 */
export function checkWorld(world: SimulatedWorld): number {
  const { seed, server, pages, onlyTokens } = world;
  const text = server.logText();
  for (const page of pages.list) {
    const replica = contentIn(page.doc);
    if (replica !== text)
      throw new Error(`seed ${seed}: ${page.user} has\n${replica}\nand the log\n${text}`);
  }
  checkAuthors(world, text);
  const decided = checkDecisions(world);
  if (onlyTokens) checkEdits(world, text);
  for (const token of pages.tokens) {
    const count = text.split(token).length - 1;
    if (count !== 1) throw new Error(`seed ${seed}: ${token} is there ${count} times`);
  }
  return decided;
}

/** [SIM6] */
function checkAuthors({ seed, disk, pages }: SimulatedWorld, text: string): void {
  if (text.includes('forged'))
    throw new Error(`seed ${seed}: somebody wrote in the name of another`);
  for (const { user, session, inserted } of disk.authorship())
    for (const { client } of inserted) {
      const owner = pages.owners.get(client);
      // Server edits have a client id that no page has.
      if (owner === undefined ? session !== '' : owner !== user)
        throw new Error(`seed ${seed}: words of ${owner} are said to be by ${user}`);
    }
}

/** [SIM7] Returns the number of decided suggestions. */
function checkDecisions({ seed, disk }: SimulatedWorld): number {
  let decided = 0;
  for (const { user, verdict, suggestions } of disk.decisions()) {
    decided += suggestions.length;
    if (suggestions.length === 0 || verdict !== 'reject' || user === 'mallory')
      throw new Error(
        `seed ${seed}: a decision that nobody made: ${JSON.stringify({ user, verdict, suggestions })}`,
      );
    for (const { id, author } of suggestions)
      if (!id.startsWith(`${author} `))
        throw new Error(`seed ${seed}: ${id} is said to be by ${author}`);
  }
  return decided;
}

function checkEdits({ seed, server }: SimulatedWorld, text: string): void {
  for (const [token, fate] of server.edited) {
    const count = text.split(token).length - 1;
    if (fate === 'lost')
      throw new Error(`seed ${seed}: ${token} was said to be stored, and was not`);
    if (count > 1 || (fate === 'stored' && count === 0))
      throw new Error(`seed ${seed}: ${token} is there ${count} times`);
  }
}
