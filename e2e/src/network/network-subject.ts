import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct, until, type Product } from '@longhand/driver';
import { expectNoPromise } from '../ledger/no-promise.ts';
import type { LedgerSubject } from '../ledger/subject.ts';
import { startBalancer } from '../nodes/balancer.ts';
import { startClusterDatabase } from '../nodes/database.ts';
import { networks, type Namespaces, type Network, type Site } from './namespaces.ts';

/**
 * A fault of the networks, which is healed after a random time.
 * - `data-cut`, `peers-cut`, `front-cut`: a node is cut off from the database, from the other
 *   nodes, or from the users.
 * - `all-cut`: a node is cut off from everything.
 * - `database-cut`: the database is cut off from all nodes.
 * - `data-loss`, `peers-loss`, `front-loss`: 30 of 100 packets from a node are lost.
 */
export const networkFaults = [
  'data-cut',
  'peers-cut',
  'front-cut',
  'all-cut',
  'database-cut',
  'data-loss',
  'peers-loss',
  'front-loss',
] as const;
/** See {@link networkFaults}. */
export type NetworkFault = (typeof networkFaults)[number];

/** True for faults that need rules by which packets are lost on purpose. */
export const isLoss = (fault: NetworkFault): boolean => fault.endsWith('-loss');

/** Duration of a fault (ms): shorter and longer than the time after which nodes take over. */
const lasts = { least: 500, most: 15_000 };
const lossPercent = 30;
/** Port of each node and of the database in its namespace. */
const ports = { node: 3_000, database: 5_432 };
/** Time in which all nodes answer again after a fault (ms). */
const readyWithin = 120_000;

/** Starts the relay of the database, and returns the address of the database for the nodes. */
async function startRelay(namespaces: Namespaces, url: string) {
  const target = new URL(url);
  const socket = join(
    target.searchParams.get('host') ?? '',
    `.s.PGSQL.${target.searchParams.get('port') ?? ports.database}`,
  );
  const host = namespaces.address('database', 'data');
  const [program = '', ...args] = [
    ...namespaces.through('database'),
    process.execPath,
    join(import.meta.dirname, 'relay.process.ts'),
    host,
    String(ports.database),
    socket,
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const address = new URL(url);
  address.search = '';
  address.host = `${host}:${ports.database}`;
  return {
    url: address.href,
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

function startNode(
  namespaces: Namespaces,
  place: Site,
  folder: string,
  url: string,
): Promise<Product> {
  return startProduct(
    {
      dataDir: join(folder, place),
      env: {
        DATABASE_URL: url,
        HOST: '0.0.0.0',
        NODE_URL: `http://${namespaces.address(place, 'peers')}:${ports.node}`,
      },
      network: {
        through: namespaces.through(place),
        host: namespaces.address(place, 'front'),
      },
    },
    ports.node,
  );
}

/** Returns the networks from which a fault cuts a node off. */
function networksOf(fault: NetworkFault): readonly Network[] {
  const [name] = fault.split('-');
  return networks.filter((network) => name === 'all' || network === name);
}

/** Begins a fault. Returns a function that heals it. */
async function begin(
  namespaces: Namespaces,
  fault: NetworkFault,
  place: Site,
): Promise<() => Promise<void>> {
  const each = async (work: (network: Network) => Promise<void>): Promise<void> => {
    for (const network of networksOf(fault)) await work(network);
  };
  if (isLoss(fault)) {
    await each((network) => namespaces.lose(place, network, lossPercent));
    return () => each((network) => namespaces.lose(place, network, 0));
  }
  await each((network) => namespaces.connect(place, network, false));
  return () => each((network) => namespaces.connect(place, network, true));
}

const isReady = ({ url }: Product): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts nodes and a database in network namespaces for the ledger test. This process has to run
 * in the namespace of the users.
 *
 * @param random returns a number in [0, 1), for the node and the duration of a fault
 */
export async function startNetworkSubject(
  namespaces: Namespaces,
  random: () => number,
): Promise<LedgerSubject<NetworkFault>> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-network-'));
  await chmod(folder, 0o711);
  const database = await startClusterDatabase(join(folder, 'postgres'), () => undefined);
  const relay = await startRelay(namespaces, database.url);
  const nodes: Product[] = [];
  for (const place of namespaces.nodes) {
    await mkdir(join(folder, place));
    nodes.push(await startNode(namespaces, place, folder, relay.url));
  }
  const balancer = await startBalancer(() => nodes.map(({ url }) => url));

  return {
    url: balancer.url,
    prepare: () => Promise.resolve(),
    async inject(fault, context) {
      const ms = lasts.least + random() * (lasts.most - lasts.least);
      const struckAt = Date.now();
      if (fault === 'database-cut') {
        await namespaces.connect('database', 'data', false);
        await expectNoPromise(context, fault, () => sleep(ms));
        await namespaces.connect('database', 'data', true);
        return struckAt;
      }
      const place = namespaces.nodes[Math.floor(random() * namespaces.nodes.length)] ?? 'node1';
      const heal = await begin(namespaces, fault, place);
      await sleep(ms);
      await heal();
      return struckAt;
    },
    recover: () =>
      until(
        'all nodes are ready',
        async () => (await Promise.all(nodes.map(isReady))).every(Boolean),
        readyWithin,
      ),
    async close() {
      await balancer.close();
      for (const node of nodes) await node.close();
      await relay.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
