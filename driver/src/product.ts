import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDataFolder } from './prepared.ts';

const entry = join(import.meta.dirname, '../../apps/server/src/main.ts');
/** As the commands of the repository have it: what Node has made of the source is kept for the next start. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');
const readyLine = /^Longhand is ready at (\S+)/m;
/** A start that takes longer than this (ms) has failed; the first one makes a database cluster. */
const startWithin = 180_000;

/** The whole product as a process of its own, over a data folder that outlives it. */
export type Product = {
  /** `http://127.0.0.1:port`; the same after every start. */
  readonly url: string;
  readonly dataDir: string;
  /** Of the process that runs now. */
  readonly pid: number;
  /** What the process has written to its error output since the last start. */
  errors(): string;
  /** Sends a signal and answers when the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again after {@link kill}; answers when it is ready. `env` as at the first start unless given. */
  start(env?: Environment): Promise<void>;
  /** Answers when the process has ended by itself. */
  ended(): Promise<void>;
  /** Ends it in good order and removes the data folder, unless the folder was given. */
  close(): Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

/**
 * Starts the product on a free port, with limits on calls lifted.
 *
 * @param options `env`: settings as an operator makes them; `dataDir`: a folder that is kept, and is empty where a first start is
 *   tried. Without it the product runs over a copy of a folder in which it was started before.
 * @param firstPort the port that is tried first; any free one without it
 */
export async function startProduct(options: { dataDir?: string; env?: Environment } = {}, firstPort?: number): Promise<Product> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  if (options.dataDir === undefined) await fillDataFolder(dataDir, startOnce);
  let port = firstPort ?? (await freePort());
  let errors = '';
  let child: ChildProcess;
  let exit: Promise<void>;

  async function start(env: Environment = options.env ?? {}): Promise<void> {
    errors = '';
    child = spawn(process.execPath, [entry], {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: compiled,
        ...lifted,
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    exit = new Promise((resolve) => child.once('exit', () => resolve()));
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-100_000);
    });
    await ready(child, () => errors);
  }

  for (let tries = 3; ; tries -= 1) {
    try {
      await start();
      break;
    } catch (error) {
      // Another process was given the same port meanwhile.
      if (tries === 1 || !/answers on port|EADDRINUSE/.test(String(error))) throw error;
      port = await freePort();
    }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    get pid() {
      return child.pid ?? 0;
    },
    errors: () => errors,
    async kill(signal) {
      child.kill(signal);
      await exit;
    },
    start,
    ended: () => exit,
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exit;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts and ends a product over a new folder. Returns the folder. */
async function startOnce(): Promise<string> {
  const dataDir = await temporaryFolder();
  const product = await startProduct({ dataDir });
  await product.close();
  return dataDir;
}

/** A folder that the database's own user may enter: else the database would be put among the system's data, and stay there. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Tests sign up more people from one address than anybody should. */
const lifted: Environment = {
  LIMIT_REGISTRATIONS: '1000000',
  LIMIT_LOGIN_ATTEMPTS: '1000000',
  LIMIT_CSRF_TOKENS: '1000000',
  LIMIT_CALLS: '10000000',
};

function ready(child: ChildProcess, errors: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`not ready within ${startWithin} ms\n${output}\n${errors()}`)), startWithin);
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

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
