import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Networks of the product, each with a bridge in the namespace of the users.
 * - `front`: from the users to the nodes.
 * - `peers`: between the nodes.
 * - `data`: from the nodes to the database.
 */
export const networks = ['front', 'peers', 'data'] as const;
/** See {@link networks}. */
export type Network = (typeof networks)[number];

/** Namespace of the users, of the database, or of a node. */
export type Site = 'users' | 'database' | `node${number}`;

/** Network namespaces of this machine that are connected only with each other. */
export type Namespaces = {
  readonly nodes: readonly Site[];
  /** Returns the command that runs a program in a namespace. */
  through(place: Site): readonly string[];
  /** Returns the address of a namespace in a network. */
  address(place: Site, network: Network): string;
  /** Connects a namespace to a network, or cuts it off, as when a cable is pulled. */
  connect(place: Site, network: Network, isConnected: boolean): Promise<void>;
  /**
   * Loses a part of the packets from a namespace to a network.
   *
   * @param percent 0 to 99
   */
  lose(place: Site, network: Network, percent: number): Promise<void>;
};

/** Returns the namespaces whose names begin with a prefix, which {@link createNamespaces} made. */
export function namespacesOf(prefix: string, count: number): Namespaces {
  const nodes = Array.from({ length: count }, (_, at): Site => `node${at + 1}`);
  const inside = (place: Site, program: string, ...args: string[]): Promise<unknown> =>
    run('ip', ['netns', 'exec', `${prefix}-${place}`, program, ...args]);
  const places: readonly Site[] = ['users', 'database', ...nodes];
  return {
    nodes,
    through: (place) => ['ip', 'netns', 'exec', `${prefix}-${place}`],
    address: (place, network) => `10.77.${networks.indexOf(network)}.${places.indexOf(place) + 1}`,
    async connect(place, network, isConnected) {
      await inside(place, 'ip', 'link', 'set', network, isConnected ? 'up' : 'down');
    },
    async lose(place, network, percent) {
      await inside(place, 'nft', lossRules(network, percent));
    },
  };
}

/**
 * Returns the rules of nftables by which a part of the packets that leave through a device is
 * dropped. Only the rules of this device are replaced.
 */
function lossRules(device: string, percent: number): string {
  const table = `table inet loss_${device}`;
  return `
    ${table}
    delete ${table}
    ${table} {
      chain out {
        type filter hook output priority 0
        oifname "${device}" numgen random mod 100 < ${percent} drop
      }
    }`;
}

/** Returns the networks of a namespace. */
const networksOf = (place: Site): readonly Network[] =>
  place === 'database' ? ['data'] : place === 'users' ? [] : networks;

/**
 * Creates the namespaces of users, a database and nodes, and connects them. Nothing of them is
 * reachable from other networks.
 *
 * @param prefix begin of their names
 * @param count number of nodes
 * @returns a function that removes them
 * @throws if the user is not root, `ip` is missing, or the kernel does not permit namespaces
 */
export async function createNamespaces(
  prefix: string,
  count: number,
): Promise<() => Promise<void>> {
  const namespaces = namespacesOf(prefix, count);
  const places: readonly Site[] = ['users', 'database', ...namespaces.nodes];
  const name = (place: Site): string => `${prefix}-${place}`;
  const users = (...args: string[]): Promise<unknown> => run('ip', ['-n', name('users'), ...args]);

  async function remove(): Promise<void> {
    for (const place of places)
      await run('ip', ['netns', 'delete', name(place)]).catch(() => undefined);
  }

  async function connectFirst(place: Site, network: Network): Promise<void> {
    const port = `${network}-${place}`.slice(0, 15);
    await users('link', 'add', port, 'type', 'veth', 'peer', network, 'netns', name(place));
    await users('link', 'set', port, 'master', network, 'up');
    const address = `${namespaces.address(place, network)}/24`;
    await run('ip', ['-n', name(place), 'address', 'add', address, 'dev', network]);
    await namespaces.connect(place, network, true);
  }

  try {
    for (const place of places) {
      await run('ip', ['netns', 'add', name(place)]);
      await run('ip', ['-n', name(place), 'link', 'set', 'lo', 'up']);
    }
    for (const network of networks) {
      await users('link', 'add', network, 'type', 'bridge');
      await users('link', 'set', network, 'up');
    }
    const front = `${namespaces.address('users', 'front')}/24`;
    await users('address', 'add', front, 'dev', 'front');
    for (const place of places)
      for (const network of networksOf(place)) await connectFirst(place, network);
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Returns the reason why packets cannot be lost on purpose here; null if they can. It needs `nft`,
 * and a kernel that permits its rules.
 */
export async function findNoLossReason(namespaces: Namespaces): Promise<string | null> {
  try {
    await namespaces.lose('database', 'data', 1);
    await namespaces.lose('database', 'data', 0);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}
