import { otherOf } from './client-pairs.ts';
import type { Right } from '../protocol/right.ts';

/**
 * Limits on new pairs of client ids that one user may introduce. Each pair costs some hundred bytes
 * of memory while the document is open, and nine bytes to send. A page has one pair. After a backup
 * was restored, a reconnecting page may also introduce pairs of other users that the server has
 * lost.
 */
export type ClientLimits = {
  readonly connection: number;
  readonly day: number;
  readonly ever: number;
};

/** Limits by right: see {@link ClientLimits}. */
export const clientLimits: Readonly<Record<Exclude<Right, 'read'>, ClientLimits>> = {
  suggest: { connection: 25, day: 50, ever: 2_000 },
  write: { connection: 1_000, day: 1_000, ever: 10_000 },
};

/**
 * Number of client ids in a document above which only users with at most `fewOnes` ids may add
 * more. A user who used up the limit thereby does not lock out the others.
 */
const documentMax = 250_000;
const fewOnes = 500;

const day = 86_400_000;

/** Counter of the new client ids of a document, by user and connection. */
export type ClientBudget = {
  /** True if the user may introduce `count` new client ids over this connection. */
  allows(by: Introducer, count: number): boolean;
  /**
   * Counts one accepted client id. `connection`: null for the server's own writes, which are not
   * limited.
   */
  count(user: string, connection: object | null): void;
};

/** A user who introduces client ids over a connection. */
export type Introducer = {
  readonly user: string;
  readonly connection: object;
  readonly right: Right;
};

/**
 * Creates the {@link ClientBudget} of a document whose existing client ids belong to `owners`.
 * `now` in milliseconds.
 */
export function createClientBudget(
  owners: ReadonlyMap<number, string>,
  now: () => number,
): ClientBudget {
  const ever = new Map<string, number>();
  const connections = new WeakMap<object, number>();
  let today = new Map<string, number>();
  let todaySince = now();
  for (const [client, user] of owners)
    if (client % 2 === 0 || !owners.has(otherOf(client))) add(ever, user);

  return {
    allows({ user, connection, right }, count) {
      if (right === 'read') return false;
      if (now() - todaySince >= day) [today, todaySince] = [new Map(), now()];
      const limits = clientLimits[right];
      const all = (ever.get(user) ?? 0) + count;
      return (
        (connections.get(connection) ?? 0) + count <= limits.connection &&
        (today.get(user) ?? 0) + count <= limits.day &&
        all <= limits.ever &&
        (owners.size + count <= documentMax || all <= fewOnes)
      );
    },
    count(user, connection) {
      add(ever, user);
      if (connection === null) return;
      add(today, user);
      connections.set(connection, (connections.get(connection) ?? 0) + 1);
    },
  };
}

function add(counts: Map<string, number>, user: string): void {
  counts.set(user, (counts.get(user) ?? 0) + 1);
}
