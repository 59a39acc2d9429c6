import { startProduct } from '@longhand/driver';
import { memoryOf, type Memory } from '../ledger/memory.ts';
import { startCluster } from '../nodes/cluster.ts';

/** The server, or several nodes behind a load balancer, to which many pages connect. */
export type Servers = {
  readonly url: string;
  /** Returns the memory of all processes of the servers together. */
  memory(): Memory;
  /** Kills all servers at once, and starts them again. */
  killAndStart(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Returns a port outside of those that systems give to clients. Thousands of clients that try to
 * reach a free port of this machine would otherwise sometimes get that port themselves, and keep it
 * from the server.
 */
const quietPort = (): number => 15_000 + Math.floor(Math.random() * 15_000);

/**
 * Starts {@link Servers}: with one node, as `npm start` does, otherwise nodes on one database,
 * behind a load balancer in this process.
 */
export async function startServers(nodes: number): Promise<Servers> {
  if (nodes > 1) return startNodes(nodes);
  const product = await startProduct({}, quietPort());
  return {
    url: product.url,
    memory: () => memoryOf(product.pid),
    async killAndStart() {
      await product.kill('SIGKILL');
      await product.start();
    },
    close: () => product.close(),
  };
}

async function startNodes(count: number): Promise<Servers> {
  const cluster = await startCluster(count, { port: quietPort() });
  const products = cluster.nodes.map(({ product }) => product);
  return {
    url: cluster.url,
    memory() {
      const all = products.map(({ pid }) => memoryOf(pid));
      const sum = (key: keyof Memory): number => all.reduce((total, each) => total + each[key], 0);
      return { now: sum('now'), most: sum('most') };
    },
    async killAndStart() {
      await Promise.all(products.map((product) => product.kill('SIGKILL')));
      await Promise.all(products.map((product) => product.start()));
    },
    close: () => cluster.close(),
  };
}
