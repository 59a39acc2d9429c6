import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Connection } from './connection.ts';
import type { Logger } from './log.ts';

/**
 * Lock that a process holds while it uses the cluster. It distinguishes a second start from a
 * leftover database.
 */
export type ProcessLock = { release(): Promise<void> };

const retryMs = 100;
// After a lost connection, the server may take seconds to end the session that holds the lock.
const takenForGoodMs = 15_000;

/**
 * Result of an attempt: the connection that holds the lock, or the id of the process that has it
 * (null if unknown).
 */
export type LockAttempt =
  | { readonly kind: 'held'; readonly client: pg.Client }
  | { readonly kind: 'taken'; readonly by: number | null };

/**
 * Advisory lock as the two numbers that PostgreSQL takes. It is held in the database `postgres`, so
 * it is distinct from the locks of the program's own database.
 */
const lockNumbers = [0x4c48, 1] as const;

const sessionName = 'process lock';

async function findHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [...lockNumbers],
  );
  const pid = Number(rows[0]?.name.slice(sessionName.length));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/**
 * Tries to take the lock. The session's name contains this process id. Calls `onEnd` when the
 * connection that holds it is lost. Throws if the database is unreachable.
 */
export async function tryProcessLock(
  connection: Connection,
  onEnd: () => void,
): Promise<LockAttempt> {
  const client = createClient(connection, `${sessionName} ${process.pid}`);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1, $2) as held',
    [...lockNumbers],
  );
  if (rows[0]?.held === true) return { kind: 'held', client: client.once('end', onEnd) };
  const by = await findHolder(client);
  await client.end();
  return { kind: 'taken', by };
}

/**
 * Holds the lock: after a lost connection it is taken again as soon as the database is back. Calls
 * `onLost` if another process has it by then. Returns null if another process holds it now.
 */
export async function holdProcessLock(
  connection: Connection,
  log: Logger,
  onLost: () => void,
): Promise<ProcessLock | null> {
  let released = false;
  let ended = () => {};
  const first = await tryProcessLock(connection, () => ended());
  if (first.kind === 'taken') return null;
  let { client } = first;

  async function takeAgain(): Promise<void> {
    let deadline = Number.POSITIVE_INFINITY;
    while (!released) {
      try {
        const attempt = await tryProcessLock(connection, () => ended());
        if (attempt.kind === 'held') {
          client = attempt.client;
          return;
        }
        deadline = Math.min(deadline, performance.now() + takenForGoodMs);
        if (performance.now() >= deadline) return onLost();
      } catch (error) {
        log.debug({ err: error }, 'The lock of this process cannot be acquired yet');
      }
      await sleep(retryMs);
    }
  }

  ended = () => {
    if (!released) void takeAgain();
  };
  return {
    async release() {
      released = true;
      await client.end();
    },
  };
}
