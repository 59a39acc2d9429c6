import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  createExternalDatabase,
  startProduct,
  startRedis,
  type Product,
  type Redis,
} from '@longhand/driver';
import { startBalancer, type Balancer } from './balancer.ts';
import { openDatabaseLine, openPortLine, type ServerLine } from './server-line.ts';

/** One of several nodes on one database. */
export type Node = {
  readonly product: Product;
  /** Its connections to the database. */
  readonly line: ServerLine;
  /** Its connections to Redis; null without one. */
  readonly redisLine: ServerLine | null;
};

/** Several nodes on one database, behind a load balancer without sticky sessions. */
export type Cluster = {
  /** Address of the load balancer. */
  readonly url: string;
  readonly nodes: readonly Node[];
  /** Data folder of the product that only runs the database. */
  readonly databaseDir: string;
  /** The Redis of all nodes; null without one. */
  readonly redis: Redis | null;
  /** Decides which nodes the load balancer uses; at first all. */
  use(chosen: (node: Node) => boolean): void;
  /** Starts one more node. */
  add(): Promise<Node>;
  /** Returns the node that has the room of a document; null if there is none. */
  ownerOf(documentId: string): Promise<Node | null>;
  close(): Promise<void>;
};

/**
 * Options of {@link startCluster}. `withRedis`: starts a Redis for hints, which has to be
 * installed. `env`: settings of all nodes.
 */
export type ClusterOptions = {
  readonly withRedis?: boolean;
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * Starts a {@link Cluster}.
 *
 * @param count number of nodes
 */
export async function startCluster(
  count: number,
  { withRedis = false, env = {} }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-nodes-'));
  await chmod(folder, 0o711);
  const host = await startProduct();
  const database = await createExternalDatabase(host.dataDir, 'nodes');
  const redis = withRedis ? await startRedis() : null;
  const nodes: Node[] = [];
  let isUsed: (node: Node) => boolean = () => true;

  async function add(): Promise<Node> {
    const dataDir = join(folder, `node-${nodes.length}`);
    const line = await openDatabaseLine(database, `${dataDir}-database`);
    const redisLine = redis === null ? null : await openPortLine('redis', redis.port);
    const own = { DATABASE_URL: line.url, ...(redisLine && { REDIS_URL: redisLine.url }) };
    const product = await startProduct({ dataDir, env: { ...env, ...own } });
    const node = { product, line, redisLine };
    nodes.push(node);
    return node;
  }

  for (let node = 0; node < count; node += 1) await add();
  const balancer: Balancer = await startBalancer(() =>
    nodes.filter((node) => isUsed(node)).map(({ product }) => product.url),
  );
  return {
    url: balancer.url,
    nodes,
    databaseDir: host.dataDir,
    redis,
    use: (chosen) => void (isUsed = chosen),
    add,
    async ownerOf(documentId) {
      const client = new pg.Client(database);
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ url: string }>(
        'select n.url from document_nodes d join nodes n on n.id = d.node_id where d.document_id = $1',
        [documentId],
      );
      await client.end();
      return nodes.find(({ product }) => product.url === rows[0]?.url) ?? null;
    },
    async close() {
      await balancer.close();
      for (const { product, line, redisLine } of nodes) {
        line.heal();
        await product.close();
        await line.close();
        await redisLine?.close();
      }
      await redis?.close();
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
