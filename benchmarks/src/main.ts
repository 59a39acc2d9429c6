import { parseArgs } from 'node:util';
import { databaseAddress } from '@longhand/driver';
import { Interrupted, unlessInterrupted } from './interruption.ts';
import { seededRandom } from './prepare/generated-history.ts';
import { readHistory, UnreadableHistory } from './replay/history.ts';
import { createFigures } from './report/figures.ts';
import { describeMeasurement, writePage } from './report/page.ts';
import { tableOf } from './report/table.ts';
import { startHocuspocus } from './servers/hocuspocus.ts';
import { startLonghand } from './servers/longhand.ts';
import { startRelay } from './servers/relay.ts';
import type { Server } from './servers/server.ts';
import type { Bench } from './workloads/bench.ts';
import { runBackup } from './workloads/backup.ts';
import { runCalls } from './workloads/calls.ts';
import { runCapacity } from './workloads/capacity.ts';
import { runCommit } from './workloads/commit.ts';
import { runInstalled } from './workloads/installed.ts';
import { runLists } from './workloads/lists.ts';
import { runLong } from './workloads/long.ts';
import { runM } from './workloads/memory.ts';
import { runNodes } from './workloads/nodes.ts';
import { runOpening } from './workloads/opening.ts';
import { runPages } from './workloads/pages.ts';
import { runPauses } from './workloads/pauses.ts';
import { runRenames } from './workloads/renames.ts';
import { runReview } from './workloads/review.ts';
import { runSearch } from './workloads/search.ts';
import { runW1 } from './workloads/w1.ts';
import { runW2 } from './workloads/w2.ts';
import { runW3 } from './workloads/w3.ts';
import { runW4 } from './workloads/w4.ts';
import { runW5 } from './workloads/w5.ts';
import { runW6 } from './workloads/w6.ts';

const workloads: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  commit: runCommit,
  W1: runW1,
  W2: runW2,
  W3: runW3,
  W4: runW4,
  M: runM,
  memory: runInstalled,
  W5: runW5,
  W6: runW6,
  nodes: runNodes,
  capacity: runCapacity,
  hostile: runPauses,
  calls: runCalls,
  search: runSearch,
  opening: runOpening,
  pages: runPages,
  lists: runLists,
  long: runLong,
  renames: runRenames,
  review: runReview,
  backup: runBackup,
};

const usage = `npm run bench -- [--only W1,W4] [--rounds 5] [--quick] [--trace FILE] [--write]
  --only    ${Object.keys(workloads).join(', ')}; all without it
  --rounds  how often each server is measured, in turns
  --quick   small sizes, short times, two rounds: to see that it works
  --trace   a recorded history for W4 and W6; without it, one that is made up
  --write   puts the table into docs/benchmarks.md`;

type Options = {
  names: string[];
  rounds: number;
  isQuick: boolean;
  trace: string | undefined;
  write: boolean;
};

/** Error in the command line; the message explains it. */
class UsageError extends Error {}

const optionTypes = {
  only: { type: 'string' },
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  trace: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

function parseOptions(): ReturnType<typeof parseArgs<{ options: typeof optionTypes }>>['values'] {
  try {
    return parseArgs({ options: optionTypes }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function readOptions(): Options {
  const values = parseOptions();
  const names = values.only?.split(',') ?? Object.keys(workloads);
  const unknown = names.find((name) => workloads[name] === undefined);
  if (unknown !== undefined) throw new UsageError(`There is no workload ${unknown}.\n${usage}`);
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new UsageError(`--rounds has to be a number from 1 on.\n${usage}`);
  return { names, rounds, isQuick: values.quick, trace: values.trace, write: values.write };
}

/** Starts all three servers, runs the workloads and prints the results. */
async function main(options: Options): Promise<void> {
  const trace = options.trace === undefined ? null : await readHistory(options.trace);
  const figures = createFigures();
  const running: Server[] = [];
  let failed: { readonly error: unknown } | null = null;
  const started = <S extends Server>(server: S): S => {
    running.push(server);
    return server;
  };
  try {
    const longhand = started(await startLonghand());
    const bench: Bench = {
      longhand,
      hocuspocus: started(await startHocuspocus(await databaseAddress(longhand.product.dataDir))),
      relay: started(await startRelay()),
      figures,
      rounds: options.rounds,
      isQuick: options.isQuick,
      trace,
      random: seededRandom(1),
      say: (line) => process.stderr.write(`${line}\n`),
    };
    // Results of completed workloads are printed even after a failure.
    await unlessInterrupted(runAll(options.names, bench)).catch(
      (error: unknown) => (failed = { error }),
    );
  } finally {
    // Longhand was started first and its database is shared: close it last.
    for (const server of running.toReversed()) await server.close();
  }
  const report = `${await describeMeasurement(options.rounds)}\n\n${tableOf(figures.list())}`;
  process.stdout.write(`${report}\n`);
  if (failed !== null) throw (failed as { error: unknown }).error;
  if (options.write) await writePage(report);
}

async function runAll(names: readonly string[], bench: Bench): Promise<void> {
  for (const name of names) await workloads[name]?.(bench);
}

try {
  await main(readOptions());
} catch (error) {
  if (!(
    error instanceof UsageError ||
    error instanceof UnreadableHistory ||
    error instanceof Interrupted
  ))
    throw error;
  process.stderr.write(`${error.message}\n`);
  // An interrupted run leaves timers and connections open.
  process.exit(error instanceof Interrupted ? 130 : 2);
}
