import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct, type Product } from '@longhand/driver';
import { openEmbedded, type Embedded, type Program } from '@longhand/embedded-postgres';
import { startBalancer, type Balancer } from './nodes/balancer.ts';

const usage = `npm run cluster -- [NODES] [--port 3000] [--data ./cluster]
  Starts a PostgreSQL, several nodes (default: 3) and a load balancer in front of them, until it is interrupted.`;

/** Maximum number of nodes. Each has up to ten connections to the database, and one to listen. */
const nodesMax = 4;

const program: Program = {
  title: 'The cluster',
  name: 'longhand',
  dataFolderSetting: '--data',
  serverSetting: 'DATABASE_URL',
  upgradePage: 'docs/operations.md',
};

type Options = { readonly count: number; readonly port: number; readonly data: string };

/** Returns the options of the command line; null if they are not understood. */
function readOptions(): Options | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '3000' },
        data: { type: 'string', default: './cluster' },
      },
    });
    const [count, port] = [Number(positionals[0] ?? 3), Number(values.port)];
    const isFine =
      Number.isInteger(count) && count >= 1 && count <= nodesMax && port >= 1 && port <= 65_535;
    return isFine && positionals.length <= 1 ? { count, port, data: resolve(values.data) } : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the password of the database, which is created at the first start. */
async function passwordIn(folder: string): Promise<string> {
  const path = join(folder, 'password');
  if (!existsSync(path))
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFile(path, 'utf8');
}

/** Starts the PostgreSQL of the cluster. Returns it with its address for the nodes. */
async function startDatabase(folder: string): Promise<{ server: Embedded; url: string }> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  const password = await passwordIn(folder);
  const log = { debug: say, info: say, warn: say, error: say } as never;
  const onLost = (reason: Error): void => say(reason.message);
  const server = await openEmbedded({ program, dataDir: folder, password, log, onLost });
  const { host, port, user, database } = server.connection;
  const place = new URLSearchParams({ host, port: String(port) });
  return { server, url: `postgres://${user}:${password}@localhost/${database}?${place}` };
}

/** Starts a node. All nodes have the same folder of files. */
async function startNode(data: string, node: number, url: string): Promise<Product> {
  const dataDir = join(data, `node-${node}`);
  const files = join(data, 'files');
  await mkdir(dataDir, { recursive: true });
  await mkdir(files, { recursive: true });
  if (!existsSync(join(dataDir, 'files'))) await symlink(files, join(dataDir, 'files'));
  return startProduct({ dataDir, env: { DATABASE_URL: url } });
}

async function run({ count, port, data }: Options): Promise<void> {
  await mkdir(data, { recursive: true });
  await chmod(data, 0o711);
  const nodes: Product[] = [];
  let balancer: Balancer | null = null;
  const { server, url } = await startDatabase(join(data, 'postgres'));
  try {
    for (let node = 1; node <= count; node += 1) {
      const started = await startNode(data, node, url);
      nodes.push(started);
      say(`Node ${node} is process ${started.pid}, at ${started.url}`);
    }
    balancer = await startBalancer(() => nodes.map((node) => node.url), port);
    say(`The cluster is ready at ${balancer.url}`);
    await new Promise<void>((end) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.on(signal, () => end());
      process.on('disconnect', () => end());
    });
  } finally {
    process.channel?.unref();
    await balancer?.close();
    for (const node of nodes) await node.close();
    await server.stop();
  }
}

const options = readOptions();
if (options === null) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else await run(options);
