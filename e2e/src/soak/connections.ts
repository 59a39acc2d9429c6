import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { megabytes } from '../ledger/memory.ts';
import { startCrowdedProduct, type Break, type Return } from '../crowd/everyone-returns.ts';
import { percentile } from '../ledger/percentile.ts';
import { goals } from '../goals.ts';
import { say, type Scenario } from './scenario.ts';

/** Maximum time before a break (ms). */
const calmMax = 3_000;

/** Number of pages per document. */
const perDocument = 20;

/** Files that a process has open besides its connections, with a reserve. */
const otherFiles = 1_000;

/** Many connections that all return at once. */
export const connections: Scenario = {
  about:
    'breaks all of --connections 10000 to --nodes 1 at once, by a kill of the servers and by a cut',
  rounds: 2,
  async run(options) {
    const files = openFilesMax();
    // The load balancer in front of several nodes has two files for each connection.
    const perConnection = options.nodes > 1 ? 2 : 1;
    const needed = options.connections * perConnection + otherFiles;
    if (files < needed) {
      say(`A process may open ${files} files, and needs ${needed}: run ulimit -n ${needed} before`);
      return false;
    }
    const documents = Math.ceil(options.connections / perDocument);
    const count = { pages: options.connections, documents, nodes: options.nodes };
    const product = await startCrowdedProduct(count, say);
    const { now, most } = product.memory();
    say(
      `${product.pages} connections; memory of the servers ${megabytes(now)}, at most ${megabytes(most)}`,
    );
    let isFine = true;
    // The seed decides which break is the first, and the moments of all.
    const first = options.random() < 0.5 ? 0 : 1;
    for (let round = 1; round <= options.rounds; round += 1) {
      const how: Break = (round + first) % 2 === 1 ? 'killed' : 'cut';
      await sleep(options.random() * calmMax);
      isFine = report(`${round} ${how}`, await product.everyoneReturns(how)) && isFine;
    }
    await product.close();
    return isFine;
  },
};

/** Returns the maximum number of open files of a process. Node raises its own to it. */
function openFilesMax(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? Infinity : Number(limit);
}

/** Prints a return. Returns true if everyone came back, and the goals were met. */
function report(name: string, result: Return): boolean {
  const { back, signIns, failedSignIns, refused, without, memory } = result;
  const seconds = (part: number): string => (percentile(back, part) / 1_000).toFixed(1);
  const last = percentile(back, 1);
  const slowest = percentile(signIns, 1);
  const isFine =
    last <= goals.everyoneBack &&
    failedSignIns.length === 0 &&
    slowest <= goals.signIn &&
    without === 0;
  say(
    `${name}: in sync after ${seconds(0.5)} s (median), ${seconds(0.95)} s (p95), ${seconds(1)} s (last; goal ${goals.everyoneBack / 1_000} s)`,
  );
  say(
    `  ${signIns.length} sign-ins, the slowest ${slowest} ms (goal ${goals.signIn}), ${failedSignIns.length} failed ${failedSignIns.slice(0, 3).join('; ')}`,
  );
  say(`  closed or refused: ${JSON.stringify(refused)}`);
  say(`  ${without} pages lack a later word`);
  say(`  memory of the servers ${megabytes(memory.now)}, at most ${megabytes(memory.most)}`);
  say(`  ${isFine ? 'ok' : 'WRONG'}`);
  return isFine;
}
