import { parseArgs } from 'node:util';
import { seededRandom } from '@longhand/sync/testing/simulation';
import { killPoints, startSingleProduct, type InjectedFault } from './ledger/single-product.ts';
import { nodeFaults, startClusterSubject } from './nodes/cluster-subject.ts';
import { restartAll } from './nodes/rolling.ts';
import { startOnPowerCutDisk } from './power/power-subject.ts';
import { createTally, type Tally } from './soak/rounds.ts';

const usage = `npm run soak -- [NAME] [--rounds N] [--seed N]
  kills    kills the product, its database or both at random (default; 1,000 rounds)
  points   kills the product at every named point for n = 1, 2, 3 … until a point is not reached
  nodes    kills, stops, pauses and cuts off nodes, and kills their database
  power    cuts the power of the disk (needs root and loop devices)
  rolling  restarts all nodes, one after the other (10 rounds)
  A printed seed repeats the random choices.`;

/** Number of rounds per run. Each run begins with an empty data folder. */
const perRun = 50;

/** Goal for the longest time in which *Saved* is not shown during a rolling restart (ms). */
const waitGoal = 2_000;

type Options = { readonly rounds: number; readonly random: () => number };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const seedFrom = (random: () => number): number => Math.floor(random() * 2 ** 31);

function anyFault(random: () => number): InjectedFault {
  const kinds = ['app', 'database', 'both'] as const;
  const drawn = Math.floor(random() * (kinds.length + killPoints.length));
  const kind = kinds[drawn];
  return kind === undefined
    ? {
        kind: 'point',
        point: killPoints[drawn - kinds.length] ?? 'before-commit',
        time: 1 + Math.floor(random() * 30),
      }
    : { kind };
}

async function killAtRandom(tally: Tally, { rounds, random }: Options): Promise<void> {
  while (tally.done() < rounds) {
    const count = Math.min(perRun, rounds - tally.done());
    const faults = Array.from({ length: count }, () => anyFault(random));
    await tally.run(await startSingleProduct(), faults, seedFrom(random));
  }
}

async function killAtPoints(tally: Tally, { rounds, random }: Options): Promise<void> {
  let left = killPoints;
  for (let time = 1; left.length > 0 && tally.done() < rounds; time += 1) {
    const faults = left.map((point): InjectedFault => ({ kind: 'point', point, time }));
    const played = await tally.run(await startSingleProduct(), faults, seedFrom(random));
    left = played.flatMap(({ fault, reached }) =>
      fault.kind === 'point' && reached ? [fault.point] : [],
    );
  }
}

async function disturbNodes(tally: Tally, { rounds, random }: Options): Promise<void> {
  while (tally.done() < rounds) {
    const count = Math.min(perRun / 2, rounds - tally.done());
    const faults = Array.from(
      { length: count },
      () => nodeFaults[Math.floor(random() * nodeFaults.length)] ?? 'killed',
    );
    await tally.run(await startClusterSubject(), faults, seedFrom(random));
  }
}

async function cutPower(tally: Tally, { rounds, random }: Options): Promise<void> {
  while (tally.done() < rounds) {
    const count = Math.min(perRun, rounds - tally.done());
    const faults = Array.from({ length: count }, (): 'power' => 'power');
    await tally.run(await startOnPowerCutDisk(), faults, seedFrom(random));
  }
}

async function restartNodes(rounds: number): Promise<void> {
  let bad = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const { nodes, words, calls, repeated, lost, failures, longestWaits } = await restartAll(3);
    const longest = Math.max(...longestWaits);
    const isFine = lost.length + failures.length === 0 && longest <= waitGoal;
    if (!isFine) bad += 1;
    say(
      `${round} ${nodes} nodes restarted, ${words} words, ${calls} calls (${repeated} repeated), not saved for at most ${longest} ms (goal ${waitGoal}) ${isFine ? 'ok' : `WRONG ${[...lost, ...failures].join(' ')}`}`,
    );
  }
  process.exitCode = bad === 0 ? 0 : 1;
}

const ledgers = { kills: killAtRandom, points: killAtPoints, nodes: disturbNodes, power: cutPower };

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { rounds: { type: 'string' }, seed: { type: 'string' } },
    });
    const [name = 'kills', ...more] = positionals;
    const rounds = Number(values.rounds ?? (name === 'rolling' ? 10 : 1_000));
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
    if (more.length > 0 || !(rounds >= 1) || !Number.isInteger(seed)) return null;
    return { name, rounds, seed };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const options = readOptions();
if (options?.name === 'rolling') await restartNodes(options.rounds);
else if (options !== null && options.name in ledgers) {
  const { name, rounds, seed } = options;
  say(`--seed ${seed}`);
  const tally = createTally();
  await ledgers[name as keyof typeof ledgers](tally, { rounds, random: seededRandom(seed) });
  tally.finish();
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
