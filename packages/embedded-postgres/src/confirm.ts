import { removeKept } from './kept.ts';
import { choosePlace } from './place.ts';
import type { Program } from './program.ts';

/**
 * Removes the clusters that upgrades have kept beside the database of a data folder, which may be
 * running. Returns their paths.
 *
 * @param dataDir absolute path of an existing folder
 * @throws `EmbeddedError` if the data folder cannot be used, or has no upgraded database
 */
export async function confirmUpgrades(dataDir: string, program: Program): Promise<string[]> {
  return removeKept(await choosePlace(dataDir, program));
}
