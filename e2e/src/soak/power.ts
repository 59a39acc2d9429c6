import { startOnPowerCutDisk } from '../power/power-subject.ts';
import { createTally, playAtRandom } from './rounds.ts';
import type { Scenario } from './scenario.ts';

/** Power cuts of the disk. */
export const power: Scenario = {
  about: 'cuts the power of the disk (needs root and loop devices)',
  rounds: 1_000,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 50,
      start: startOnPowerCutDisk,
      fault: () => 'power' as const,
    });
    return tally.finish(null);
  },
};
