import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '@longhand/sync/testing/simulation';
import { killPoints, runLedger, type InjectedFault, type LedgerRound } from './ledger/ledger.ts';
import { percentile } from './ledger/percentile.ts';

/**
 * `npm run soak -- [--rounds 1000] [--points] [--seed 1]`: the ledger test with any number of
 * rounds. `--points` kills the product at every named point for n = 1, 2, 3 … until a point is not
 * reached any more. Without it each round's fault is random. The printed seed repeats the random
 * choices.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    points: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`--seed ${seed}\n`);
const random = seededRandom(seed);
/** Number of rounds per run. Each run begins with an empty data folder. */
const perRun = 50;

const recoveries: number[] = [];
let bad = 0;
let done = 0;

function report(round: LedgerRound): void {
  done += 1;
  recoveries.push(round.recovery);
  const wrong = round.findings.flatMap(({ missing, twice, unknown }) => [
    ...missing,
    ...twice,
    ...unknown,
  ]);
  if (wrong.length > 0) bad += 1;
  const fault =
    round.fault.kind === 'point' ? `${round.fault.point}:${round.fault.time}` : round.fault.kind;
  process.stdout.write(
    `${done} ${fault}${round.reached ? '' : ' (not reached)'} ${round.recovery} ms ${wrong.length === 0 ? 'ok' : `WRONG ${wrong.slice(0, 5).join(' ')}`}\n`,
  );
}

async function run(faults: readonly InjectedFault[]): Promise<readonly LedgerRound[]> {
  const folder = await mkdtemp(join(tmpdir(), 'soak-'));
  const outcome = await runLedger({
    faults,
    seed: Math.floor(random() * 2 ** 31),
    file: join(folder, 'ledger.jsonl'),
    report,
  });
  const wrong = outcome.final.flatMap(({ missing, twice, unknown }) => [
    ...missing,
    ...twice,
    ...unknown,
  ]);
  if (wrong.length > 0 || outcome.differing > 0 || outcome.falselySaved > 0) {
    bad += 1;
    process.stdout.write(
      `WRONG at the end: ${wrong.length} tokens, ${outcome.differing} differing documents, falsely shown as saved for ${outcome.falselySaved} ms; ledger in ${folder}\n`,
    );
  }
  process.stdout.write(`${outcome.typed} words typed, ${outcome.promised} promised\n`);
  return outcome.rounds;
}

function anyFault(): InjectedFault {
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

if (values.points) {
  let left = killPoints;
  for (let time = 1; left.length > 0 && done < Number(values.rounds); time += 1) {
    const rounds = await run(left.map((point) => ({ kind: 'point', point, time })));
    left = rounds.flatMap(({ fault, reached }) =>
      fault.kind === 'point' && reached ? [fault.point] : [],
    );
  }
} else {
  while (done < Number(values.rounds))
    await run(Array.from({ length: Math.min(perRun, Number(values.rounds) - done) }, anyFault));
}

process.stdout.write(
  `${done} rounds; from fault to the first word saved: median ${percentile(recoveries, 0.5)} ms, p95 ${percentile(recoveries, 0.95)} ms (goal 3,000)\n`,
);
process.stdout.write(bad === 0 ? 'nothing lost\n' : `${bad} runs or rounds with losses\n`);
process.exitCode = bad === 0 ? 0 : 1;
