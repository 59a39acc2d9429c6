import { nodeFaults, startClusterSubject } from '../nodes/cluster-subject.ts';
import { commandFaults, startCommandSubject } from '../nodes/command-subject.ts';
import { restartAll } from '../nodes/rolling.ts';
import { goals } from '../goals.ts';
import { createTally, playAtRandom } from './rounds.ts';
import { draw, say, type Scenario } from './scenario.ts';

/** Faults of several nodes, of their Redis, and of their connections. */
export const nodes: Scenario = {
  about: 'kills, stops, pauses and cuts off nodes, and kills their database and their Redis',
  rounds: 1_000,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 25,
      start: startClusterSubject,
      fault: (random) => draw(nodeFaults, random),
    });
    return tally.finish(null);
  },
};

/** Kills of the processes that `npm run cluster` runs. */
export const cluster: Scenario = {
  about: 'kills processes of npm run cluster -- 3, which starts them again',
  rounds: 100,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 25,
      start: startCommandSubject,
      fault: (random) => draw(commandFaults, random),
    });
    return tally.finish(null);
  },
};

/** Restarts of all nodes, one after the other. */
export const rolling: Scenario = {
  about: 'restarts all nodes, one after the other, while users write and call',
  rounds: 10,
  async run({ rounds, random }) {
    let bad = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const restart = await restartAll(3, random);
      const { words, calls, repeated, lost, failures } = restart;
      const longest = Math.max(...restart.longestWaits);
      const isFine = lost.length + failures.length === 0 && longest <= goals.unsaved;
      if (!isFine) bad += 1;
      say(
        `${round} ${restart.nodes} nodes restarted, ${words} words, ${calls} calls (${repeated} repeated), not saved for at most ${longest} ms (goal ${goals.unsaved}) ${isFine ? 'ok' : `WRONG ${[...lost, ...failures].join(' ')}`}`,
      );
    }
    return bad === 0;
  },
};
