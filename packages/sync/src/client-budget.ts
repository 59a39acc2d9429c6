import { otherOf } from './client-pairs.ts';
import type { Right } from './frame.ts';

/**
 * New pairs of client ids that one person may bring. Each costs some hundred bytes for as long as its document is open, and nine bytes to send.
 * A page has one pair. A page that comes back after a restored backup may bring those of the others that the server has lost.
 */
export type ClientLimits = { readonly connection: number; readonly day: number; readonly ever: number };

/** The limits by right: see {@link ClientLimits}. */
export const clientLimits: Readonly<Record<Exclude<Right, 'read'>, ClientLimits>> = {
  suggest: { connection: 25, day: 50, ever: 2_000 },
  write: { connection: 1_000, day: 1_000, ever: 10_000 },
};

/** Client ids of a document beyond which only those bring more who have brought few, so that nobody pays for what others did. */
const documentMax = 250_000;
const fewOnes = 500;

const day = 86_400_000;

/** Counts the new client ids of a document by person and connection. */
export type ClientBudget = {
  /** Tells whether a person may bring so many new ones by this connection. */
  allows(by: Bringer, count: number): boolean;
  /** Counts one that is taken. `connection`: null for what the server writes itself, which nothing limits. */
  count(user: string, connection: object | null): void;
};

type Bringer = { readonly user: string; readonly connection: object; readonly right: Right };

/** Makes the {@link ClientBudget} of a document whose clients are `owners`' so far. `now` in milliseconds. */
export function createClientBudget(owners: ReadonlyMap<number, string>, now: () => number): ClientBudget {
  const ever = new Map<string, number>();
  const connections = new WeakMap<object, number>();
  let today = new Map<string, number>();
  let todaySince = now();
  for (const [client, user] of owners) if (client % 2 === 0 || !owners.has(otherOf(client))) add(ever, user);

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
