import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startProduct, startRedis, type Product, type Redis } from '@longhand/driver';
import { startBalancer, type Balancer } from './balancer.ts';
import { startClusterDatabase } from './database.ts';
import { keepRunning, type Restartable } from './keep-running.ts';
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
  /** Data folder of the database. */
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

/** Options of {@link startCluster}. */
export type ClusterOptions = {
  /** Starts a Redis for hints, which has to be installed. */
  readonly withRedis?: boolean;
  /** Settings of all nodes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder for all data, which is kept. Default: a temporary one. */
  readonly folder?: string;
  /** Port of the load balancer. Default: any free one. */
  readonly port?: number;
  /** Starts processes again that end. Default: they stay ended. */
  readonly isSupervised?: boolean;
  /** Receives a line for each start and end of a process. */
  readonly say?: (line: string) => void;
};

/** Starts a node. All nodes have the same folder of files. */
async function startNode(
  folder: string,
  number: number,
  servers: { database: string; redis: Redis | null },
  env: Readonly<Record<string, string>>,
): Promise<Node> {
  const dataDir = join(folder, `node-${number}`);
  const files = join(folder, 'files');
  for (const each of [dataDir, files]) await mkdir(each, { recursive: true });
  if (!existsSync(join(dataDir, 'files'))) await symlink(files, join(dataDir, 'files'));
  const line = await openDatabaseLine(servers.database, `${dataDir}-database`);
  const redisLine = servers.redis === null ? null : await openPortLine('redis', servers.redis.port);
  const own = { DATABASE_URL: line.url, ...(redisLine && { REDIS_URL: redisLine.url }) };
  return { product: await startProduct({ dataDir, env: { ...env, ...own } }), line, redisLine };
}

async function findOwner(database: string, documentId: string): Promise<string | null> {
  const client = new pg.Client(database);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ url: string }>(
    'select n.url from document_nodes d join nodes n on n.id = d.node_id where d.document_id = $1',
    [documentId],
  );
  await client.end();
  return rows[0]?.url ?? null;
}

/** Creates the folder of a cluster, which the user of the database may enter. */
async function prepareFolder(given: string | undefined): Promise<string> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'longhand-nodes-')));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  return folder;
}

/** Prints the starts and ends of processes, and starts them again if that is wanted. */
function createWatch({ say = () => undefined, isSupervised = false }: ClusterOptions) {
  const stops: (() => Promise<void>)[] = [];
  return {
    add(name: string, process: Restartable & { readonly pid: number; readonly url: string }): void {
      const started = (): void => say(`${name} is process ${process.pid}, at ${process.url}`);
      started();
      if (!isSupervised) return;
      const tell = (event: string): void =>
        event === 'started' ? started() : say(`${name}: ${event}`);
      stops.push(keepRunning(process, tell));
    },
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  };
}

/** Ends the processes of a cluster, and closes its connections. */
async function closeNodes(nodes: readonly Node[]): Promise<void> {
  for (const { product, line, redisLine } of nodes) {
    line.heal();
    await product.close();
    await line.close();
    await redisLine?.close();
  }
}

/**
 * Starts a {@link Cluster}. `npm run cluster` and the tests of several nodes use it.
 *
 * @param count number of nodes
 */
export async function startCluster(count: number, options: ClusterOptions = {}): Promise<Cluster> {
  const { withRedis = false, env = {}, say = () => undefined } = options;
  const folder = await prepareFolder(options.folder);
  const database = await startClusterDatabase(join(folder, 'postgres'), say);
  const watch = createWatch(options);
  const nodes: Node[] = [];
  let redis: Redis | null = null;
  let balancer: Balancer | null = null;
  let isUsed: (node: Node) => boolean = () => true;

  async function add(): Promise<Node> {
    const number = nodes.length + 1;
    const node = await startNode(folder, number, { database: database.url, redis }, env);
    nodes.push(node);
    watch.add(`Node ${number}`, node.product);
    return node;
  }

  async function close(): Promise<void> {
    await watch.stop();
    await balancer?.close();
    await closeNodes(nodes);
    await redis?.close();
    await database.stop();
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  }

  try {
    redis = withRedis ? await startRedis() : null;
    if (redis !== null) watch.add('Redis', redis);
    for (let node = 0; node < count; node += 1) await add();
    const used = (): string[] =>
      nodes.filter((node) => isUsed(node)).map(({ product }) => product.url);
    balancer = await startBalancer(used, options.port);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: balancer.url,
    nodes,
    databaseDir: database.dataDir,
    redis,
    use: (chosen) => void (isUsed = chosen),
    add,
    async ownerOf(documentId) {
      const url = await findOwner(database.url, documentId);
      return nodes.find(({ product }) => product.url === url) ?? null;
    },
    close,
  };
}
