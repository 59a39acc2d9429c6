import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '@longhand/driver';

/** A server program of the benchmarks in a separate process, on a fixed port. */
export type Program = {
  readonly port: number;
  /** Id of the current process. */
  readonly pid: number;
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/**
 * Runs `file` with `PORT` and `env`. Resolves at its first output, which means that it is ready.
 */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const port = await freePort();
  let child: ChildProcess;
  let exit: Promise<void>;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [file], {
      env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-10_000);
    });
    exit = new Promise((resolve) => child.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve());
      child.once('exit', () => reject(new Error(`${file} ended at its start\n${errors}`)));
    });
  }

  await start();
  return {
    port,
    get pid() {
      return child.pid ?? 0;
    },
    start,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exit;
    },
  };
}
