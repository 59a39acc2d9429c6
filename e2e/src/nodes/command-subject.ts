import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasePid, findRedis, until } from '@longhand/driver';
import type { LedgerSubject } from '../ledger/subject.ts';
import { startClusterCommand, type ClusterCommand } from './command.ts';

/** Number of nodes. */
const count = 3;

/**
 * A fault of the processes of `npm run cluster -- 3`, which starts them again by itself.
 * - `node`, `two-nodes`: one or two nodes are killed with SIGKILL.
 * - `node-ended`: a node is ended with SIGTERM.
 * - `redis`: Redis is killed. Without an installed Redis, it is no fault.
 * - `database`: PostgreSQL is killed.
 * - `all`: all nodes, Redis and PostgreSQL are killed.
 */
export const commandFaults = [
  'node',
  'redis',
  'two-nodes',
  'node-ended',
  'database',
  'all',
] as const;
/** See {@link commandFaults}. */
export type CommandFault = (typeof commandFaults)[number];

const redis = findRedis() === null ? [] : ['Redis'];

/** Returns the names of the processes that a fault ends. `turn`: number of the first node. */
function struckBy(fault: CommandFault, turn: number): string[] {
  const node = (after: number): string => `Node ${((turn + after) % count) + 1}`;
  switch (fault) {
    case 'node':
    case 'node-ended':
      return [node(0)];
    case 'two-nodes':
      return [node(0), node(1)];
    case 'redis':
      return redis;
    case 'database':
      return [];
    case 'all':
      return [node(0), node(1), node(2), ...redis];
  }
}

async function killDatabase(databaseDir: string): Promise<void> {
  const before = await databasePid(databaseDir);
  if (before === null) throw new Error('the database of the cluster does not run');
  process.kill(before, 'SIGKILL');
  await until('the database is started again', async () => {
    const now = await databasePid(databaseDir);
    return now !== null && now !== before;
  });
}

/** Strikes processes, and resolves when the command has started all of them again. */
async function strike(command: ClusterCommand, fault: CommandFault, turn: number): Promise<void> {
  const struck = struckBy(fault, turn).map((name) => ({ name, pid: command.pid(name) }));
  const signal = fault === 'node-ended' ? 'SIGTERM' : 'SIGKILL';
  for (const { pid } of struck) process.kill(pid, signal);
  if (fault === 'database' || fault === 'all') await killDatabase(join(command.data, 'postgres'));
  await Promise.all(struck.map(({ name, pid }) => command.isReplaced(name, pid)));
}

/**
 * Starts `npm run cluster -- 3` as a process for the ledger test. Its processes are found in its
 * output, and no part of it is called otherwise.
 */
export async function startCommandSubject(): Promise<LedgerSubject<CommandFault>> {
  const data = await mkdtemp(join(tmpdir(), 'longhand-cluster-'));
  await chmod(data, 0o711);
  const command = await startClusterCommand(count, data);
  let turn = 0;
  let recovered: Promise<void> = Promise.resolve();
  return {
    url: command.url,
    prepare: () => Promise.resolve(),
    inject(fault) {
      recovered = strike(command, fault, (turn += 1));
      // Reported by `recover`, which is called next.
      recovered.catch(() => undefined);
      return Promise.resolve(fault !== 'redis' || redis.length > 0 ? Date.now() : null);
    },
    recover: () => recovered,
    async close() {
      await command.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
