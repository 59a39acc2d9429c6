import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort, until } from '@longhand/driver';

const program = join(import.meta.dirname, '../cluster.ts');

/** Time limit of a start of the cluster, and of a new start of one of its processes (ms). */
const startWithin = 180_000;

/** A cluster that `npm run cluster` runs, as its output describes it. */
export type ClusterCommand = {
  /** Address of the load balancer. */
  readonly url: string;
  /** Folder of the data. */
  readonly data: string;
  /** Returns the id of the current process of a name, such as `Node 1` or `Redis`. */
  pid(name: string): number;
  /** Resolves when a process has another id than `pid`, and is ready. */
  isReplaced(name: string, pid: number): Promise<void>;
  /** Interrupts the command. Resolves when it has ended. */
  close(): Promise<void>;
};

/**
 * Starts `npm run cluster` as a process.
 *
 * @param count number of nodes
 * @param data folder for its data
 */
export async function startClusterCommand(count: number, data: string): Promise<ClusterCommand> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [program, String(count), '--port', String(port), '--data', data],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exit = once(child, 'exit');
  let output = '';
  let pending = '';
  const pids = new Map<string, number>();
  const readLine = (line: string): void => {
    const [, name, pid] = /^(.+) is process (\d+)/.exec(line) ?? [];
    if (name !== undefined) pids.set(name, Number(pid));
  };
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    const lines = (pending + bytes.toString()).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  });
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const urlIn = (): string | undefined => /^The cluster is ready at (\S+)$/m.exec(output)?.[1];
  await until(
    'the cluster is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`the cluster ended at its start\n${output}`);
      return urlIn() !== undefined;
    },
    startWithin,
  );
  return {
    url: urlIn() ?? '',
    data,
    pid(name) {
      const pid = pids.get(name);
      if (pid === undefined) throw new Error(`the cluster printed no process ${name}\n${output}`);
      return pid;
    },
    isReplaced: (name, pid) =>
      until(`${name} is started again`, () => pids.get(name) !== pid, startWithin),
    async close() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
