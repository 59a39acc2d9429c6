import { databaseFaults, startDatabaseSubject } from '../database/database-subject.ts';
import { createTally, playAtRandom } from './rounds.ts';
import { draw, say, type Scenario } from './scenario.ts';

/** Duration of a lock or of an interruption (ms): longer than the timeouts of locks and nodes. */
const lasts = 30_000;

/** Faults of an external database, each of which lasts for some time. */
export const database: Scenario = {
  about: 'ends connections of an external database, stops, locks and cuts it off for 30 s',
  rounds: 30,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 15,
      start: () => startDatabaseSubject(lasts, say),
      fault: (random) => draw(databaseFaults, random),
    });
    return tally.finish(null);
  },
};
