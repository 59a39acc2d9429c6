import { damages } from '../sockets/relay.ts';
import { startSocketsSubject } from '../sockets/sockets-subject.ts';
import { createTally, playAtRandom } from './rounds.ts';
import { draw, type Scenario } from './scenario.ts';

/** Time in which damaged connections go on (ms). */
const lasts = 5_000;

/** Damage to the connections between users and the product. */
export const sockets: Scenario = {
  about: 'cuts, freezes, slows and garbles the connections of users',
  rounds: 30,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 15,
      start: () => startSocketsSubject(lasts, options.random),
      fault: (random) => draw(damages, random),
    });
    return tally.finish(null);
  },
};
