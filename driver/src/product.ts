import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDataFolder } from './data-folder-template.ts';

const server = join(import.meta.dirname, '../../apps/server');
const entry = join(server, 'src/main.ts');
/** Flags of Node with which the product starts. */
const flags = JSON.parse(readFileSync(join(server, 'node-flags.json'), 'utf8')) as string[];
/** Compile cache of Node, shared with the commands of the repository. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');
const readyLine = /^Longhand is ready at (\S+)/m;
/** Time limit of a start (ms). The first start creates a database cluster. */
const startWithin = 180_000;

/** The whole product as a separate process, with a data folder that outlives it. */
export type Product = {
  /** `http://127.0.0.1:port`; the same after every start. */
  readonly url: string;
  readonly dataDir: string;
  /** Id of the current process. */
  readonly pid: number;
  /** Error output of the process since the last start (last 100,000 characters). */
  errors(): string;
  /** Sends a signal and resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /**
   * Starts the product again after {@link kill} and resolves when it is ready. `env` defaults to
   * that of the first start. If the port is in use, it waits some seconds for it.
   */
  start(env?: Environment): Promise<void>;
  /** Resolves when the process has ended by itself. */
  ended(): Promise<void>;
  /** Shuts the product down and removes the data folder, unless the folder was given. */
  close(): Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

/**
 * Network in which the product runs. `through`: command that starts a program in it, such as `ip
 * netns exec NAME`. `host`: address at which the product is reached.
 */
export type ProductNetwork = { readonly through: readonly string[]; readonly host: string };

const thisMachine: ProductNetwork = { through: [], host: '127.0.0.1' };

/**
 * Starts the product on a free port, with rate limits lifted.
 *
 * @param options `env`: settings of an operator. `dataDir`: a folder that is not removed; empty to
 *   test a first start. Without it, the product runs on a copy of the data folder of an earlier
 *   start. `main`: the program of another version; default: that of the repository. `network`:
 *   another network than that of this process.
 * @param firstPort the port that is tried first; default: any free port
 */
export async function startProduct(
  options: { dataDir?: string; env?: Environment; main?: string; network?: ProductNetwork } = {},
  firstPort?: number,
): Promise<Product> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  if (options.dataDir === undefined) await fillDataFolder(dataDir, startOnce);
  const { through, host } = options.network ?? thisMachine;
  let port = firstPort ?? (await freePort());
  let errors = '';
  let child: ChildProcess;
  let exit: Promise<void>;

  async function startHere(env: Environment): Promise<void> {
    errors = '';
    const given = { PORT: String(port), HOST: host, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env };
    child = spawnProduct([...through, process.execPath, ...flags, options.main ?? entry], given);
    exit = new Promise((resolve) => child.once('exit', () => resolve()));
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-100_000);
    });
    await ready(child, () => errors);
  }

  /** Starts the process. After each try that finds the port in use, `port` is set by `nextPort`. */
  async function start(env: Environment, nextPort: () => Promise<number>): Promise<void> {
    for (let tries = 10; ; tries -= 1) {
      try {
        return await startHere(env);
      } catch (error) {
        // Another process has taken the port in the meantime.
        if (tries === 1 || !/listens on port|EADDRINUSE/.test(String(error))) throw error;
        port = await nextPort();
      }
    }
  }

  const atFirst = options.env ?? {};
  await start(atFirst, freePort);
  return {
    url: `http://${host}:${port}`,
    dataDir,
    get pid() {
      return child.pid ?? 0;
    },
    errors: () => errors,
    async kill(signal) {
      child.kill(signal);
      await exit;
    },
    // Open pages know the port, so a later start waits until it is free again.
    start: (env = atFirst) => start(env, () => sleep(1_000, port)),
    ended: () => exit,
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exit;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the product once with a new data folder and shuts it down. Returns the folder. */
async function startOnce(): Promise<string> {
  const dataDir = await temporaryFolder();
  const product = await startProduct({ dataDir });
  await product.close();
  return dataDir;
}

/**
 * Creates a folder that the database user may enter. Otherwise the database would be created in the
 * system's data folder and stay there.
 */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Tests register more users from one address than the rate limits allow. */
const lifted: Environment = {
  LIMIT_REGISTRATIONS: '1000000',
  LIMIT_LOGIN_ATTEMPTS: '1000000',
  LIMIT_CSRF_TOKENS: '1000000',
  LIMIT_CALLS: '10000000',
};

/** Starts the process, with rate limits lifted. Its output is piped. */
function spawnProduct([program = '', ...args]: readonly string[], env: Environment): ChildProcess {
  return spawn(program, args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compiled,
      ...lifted,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function ready(child: ChildProcess, errors: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`not ready within ${startWithin} ms\n${output}\n${errors()}`)),
      startWithin,
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!readyLine.test(output)) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`ended at start (${code ?? signal})\n${output}\n${errors()}`));
    });
  });
}

/** Returns a port that was free at the time of the call. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
