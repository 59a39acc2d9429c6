import {
  clockFaults,
  diskFaults,
  findNoClockReason,
  memoryFaults,
  startOffClock,
  startOnSmallDisk,
  startShortOfMemory,
} from '../machine/machine-subject.ts';
import { createTally, playAtRandom } from './rounds.ts';
import { draw, say, type Scenario } from './scenario.ts';

/** Ends of the server, and of its processes for documents, without memory. */
export const memory: Scenario = {
  about:
    'gives the server no more memory until it ends, and kills its processes for documents (Linux)',
  rounds: 20,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 20,
      start: startShortOfMemory,
      fault: (random) => draw(memoryFaults, random),
    });
    return tally.finish(null);
  },
};

/** A disk that is nearly full, or full. */
export const disk: Scenario = {
  about: 'fills the disk, nearly and completely (needs root and loop devices)',
  rounds: 20,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 20,
      start: startOnSmallDisk,
      fault: (random) => draw(diskFaults, random),
    });
    return tally.finish(null);
  },
};

/** A clock of the server that is an hour off. */
export const clocks: Scenario = {
  about: 'changes the clock of the server by an hour in both directions (needs libfaketime)',
  rounds: 20,
  async run(options) {
    const reason = findNoClockReason();
    if (reason !== null) {
      say(reason);
      return false;
    }
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 20,
      start: startOffClock,
      fault: (random) => draw(clockFaults, random),
    });
    return tally.finish(null);
  },
};
