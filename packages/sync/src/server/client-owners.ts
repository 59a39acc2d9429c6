import { createClientBudget, type Introducer } from './client-budget.ts';
import { otherOf, ownerIn } from './client-pairs.ts';
import type { Presence } from './presence.ts';
import type { Clock } from '../protocol/clock.ts';
import type { Range } from '../protocol/update.ts';

/** A client id and the user who owns it. */
export type OwnedClient = { readonly client: number; readonly user: string };

/** Owners of the client ids of a document. A pair of ids has one owner. */
export type ClientOwners = {
  /** Returns the number of client ids that have an owner. */
  readonly size: number;
  /** True if a client id, or the other one of its pair, has been used. */
  has(client: number): boolean;
  /** Returns the owner of a client id; null if it is neither used nor held by a present user. */
  ownerOf(client: number): string | null;
  /**
   * True if a client id belongs to another user. A pair belongs to the user who first stored units
   * under it, and before that to the present holder. Carets make client ids public: otherwise
   * another user could store units under the id first, and the holder's own text would count as
   * known.
   */
  isForeign(user: string, client: number): boolean;
  /**
   * [REC2] True if the user may bring back units of a client id that the server has lost: no other
   * page that holds the id has everything that the server has.
   */
  mayRecover(user: string, client: number): boolean;
  /** True if the user may introduce the unused client ids of new units over this connection. */
  mayIntroduce(by: Introducer, inserted: readonly Range[]): boolean;
  /**
   * Assigns the unused client ids of new units to a user. `connection`: null for the server's own
   * writes.
   */
  claim(inserted: readonly Range[], user: string, connection: object | null): void;
  /**
   * [REC4] Counts the unused client ids of recovered units for the limits of a user, without
   * assigning them: they belong to the first user who writes under them.
   */
  count(inserted: readonly Range[], user: string, connection: object): void;
  /** Returns the client ids assigned since the last call, which are to be stored. */
  takeNew(): readonly OwnedClient[];
};

/**
 * Creates the {@link ClientOwners} of a document. `used` has the owners of the used client ids and
 * is kept up to date.
 */
export function createClientOwners(
  used: Map<number, string>,
  presence: Pick<Presence, 'userOf' | 'isHeldByOther'>,
  clock: Pick<Clock, 'now'>,
): ClientOwners {
  const budget = createClientBudget(used, () => clock.now());
  let added: OwnedClient[] = [];

  const has = (client: number): boolean => ownerIn(used, client) !== undefined;
  const ownerOf = (client: number): string | null =>
    ownerIn(used, client) ?? presence.userOf(client) ?? presence.userOf(otherOf(client));

  return {
    get size() {
      return used.size;
    },
    has,
    ownerOf,
    isForeign: (user, client) => (ownerOf(client) ?? user) !== user,
    mayRecover: (user, client) =>
      !presence.isHeldByOther(client, user) && !presence.isHeldByOther(otherOf(client), user),
    mayIntroduce(by, inserted) {
      const unused = inserted.filter(({ client }) => !has(client));
      return budget.allows(by, new Set(unused.map(({ client }) => client - (client % 2))).size);
    },
    claim(inserted, user, connection) {
      for (const { client } of inserted) {
        if (used.has(client)) continue;
        if (!used.has(otherOf(client))) budget.count(user, connection);
        used.set(client, user);
        added.push({ client, user });
      }
    },
    count(inserted, user, connection) {
      const unused = inserted.filter(({ client }) => !has(client));
      for (const _ of new Set(unused.map(({ client }) => client - (client % 2))))
        budget.count(user, connection);
    },
    takeNew() {
      const taken = added;
      added = [];
      return taken;
    },
  };
}
