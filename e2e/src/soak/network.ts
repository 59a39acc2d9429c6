import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createNamespaces, findNoLossReason, namespacesOf } from '../network/namespaces.ts';
import { isLoss, networkFaults, startNetworkSubject } from '../network/network-subject.ts';
import { createTally, playAtRandom } from './rounds.ts';
import { draw, say, type Scenario, type SoakOptions } from './scenario.ts';

/** Number of nodes. */
const count = 3;

/** Variable with the prefix of the namespaces, in the process that runs in that of the users. */
const variable = 'SOAK_NAMESPACES';

/** Cuts and losses of the networks between users, nodes and database. */
export const network: Scenario = {
  about: 'cuts networks of nodes and of the database, and loses packets (needs root, ip and nft)',
  rounds: 30,
  run(options) {
    const prefix = process.env[variable];
    return prefix === undefined ? runInNamespaces(options) : runHere(prefix, options);
  },
};

/** Creates namespaces, and runs this command again in that of the users. */
async function runInNamespaces({ rounds, seed }: SoakOptions): Promise<boolean> {
  const prefix = `lh${process.pid}`;
  let remove: () => Promise<void>;
  try {
    remove = await createNamespaces(prefix, count);
  } catch (error) {
    say(
      `This needs root, ip (Debian: apt-get install iproute2) and network namespaces: ${String(error)}`,
    );
    return false;
  }
  try {
    const [program = '', ...args] = namespacesOf(prefix, count).through('users');
    const again = [process.argv[1] ?? '', 'network', '--rounds', String(rounds)];
    args.push(process.execPath, ...again, '--seed', String(seed));
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, [variable]: prefix },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  } finally {
    await remove();
  }
}

async function runHere(prefix: string, options: SoakOptions): Promise<boolean> {
  const namespaces = namespacesOf(prefix, count);
  const reason = await findNoLossReason(namespaces);
  if (reason !== null) say(`NOT TRIED: losses of packets: ${reason}`);
  const faults = networkFaults.filter((fault) => reason === null || !isLoss(fault));
  const tally = createTally();
  await playAtRandom(tally, options, {
    perRun: 15,
    start: () => startNetworkSubject(namespaces, options.random),
    fault: (random) => draw(faults, random),
  });
  return tally.finish(null);
}
