import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findRedis } from '@longhand/driver';
import { startCluster } from './nodes/cluster.ts';

const usage = `npm run cluster -- [NODES] [--port 3000] [--data ./cluster]
  Starts a PostgreSQL, a Redis, several nodes (default: 3) and a load balancer in front of them, until it is interrupted.
  It prints the id of each process, and starts a process again that has ended.`;

/** Maximum number of nodes. Each has up to ten connections to the database, and one to listen. */
const nodesMax = 4;

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

async function run({ count, port, data }: Options): Promise<void> {
  const withRedis = findRedis() !== null;
  if (!withRedis) say('There is no Redis: nodes send hints by LISTEN and NOTIFY');
  const cluster = await startCluster(count, {
    withRedis,
    folder: data,
    port,
    isSupervised: true,
    say,
  });
  say(`The cluster is ready at ${cluster.url}`);
  await new Promise<void>((end) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
    process.on('disconnect', () => end());
  });
  process.channel?.unref();
  await cluster.close();
}

const options = readOptions();
if (options === null) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else await run(options);
