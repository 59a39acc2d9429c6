import { join } from 'node:path';
import {
  confirmUpgrades,
  findRunningServer,
  openEmbedded,
  type Connection,
  type Program,
  type Upgrade,
} from '@longhand/embedded-postgres';
import type pg from 'pg';
import type { Logger } from '../platform/log.ts';
import { readOrCreateSecret } from '../platform/secret-file.ts';
import { connectionDefaults } from './connection.ts';

const program: Program = {
  title: 'Longhand',
  name: 'longhand',
  dataFolderSetting: 'DATA_DIR',
  serverSetting: 'DATABASE_URL',
  upgradePage: 'docs/operations.md',
};

function passwordOf(dataDir: string): Promise<string> {
  return readOrCreateSecret(join(dataDir, 'database.password'));
}

/** A PostgreSQL server and the settings of connections to it. */
export type DatabaseServer = { readonly poolConfig: pg.PoolConfig; stop(): Promise<void> };

/** The embedded PostgreSQL. `findKept`: paths of the clusters that upgrades have kept. */
export type OwnServer = DatabaseServer & { findKept(): Promise<string[]> };

/** Upgrades the embedded PostgreSQL; see `Upgrade`. */
export type ServerUpgrade = Pick<Upgrade, 'spareBytes' | 'onStep'> & {
  copy(from: pg.ClientConfig, to: pg.ClientConfig): Promise<void>;
};

/**
 * Starts the PostgreSQL server of the data folder.
 *
 * @param dataDir absolute path of an existing folder
 * @param onLost receives the reason if another process has taken over the data folder
 * @param upgrade upgrades a cluster of an earlier major version; without it, that is refused
 * @throws `EmbeddedError` with a message for the operator
 */
export async function openOwnServer(
  dataDir: string,
  log: Logger,
  onLost: (reason: Error) => void,
  upgrade: ServerUpgrade | null = null,
): Promise<OwnServer> {
  const password = await passwordOf(dataDir);
  const { connection, findKept, stop } = await openEmbedded({
    ...{ program, dataDir, password, log, onLost },
    ...(upgrade && { upgrade: { ...upgrade, copy: copyWith(upgrade) } }),
  });
  return { poolConfig: configOf(connection), findKept, stop };
}

const configOf = (connection: Connection) => ({ ...connectionDefaults(), ...connection });

const copyWith =
  ({ copy }: ServerUpgrade): Upgrade['copy'] =>
  (from, to) =>
    copy(configOf(from), configOf(to));

/**
 * Removes the clusters that upgrades have kept in a data folder, and returns their paths.
 *
 * @throws `EmbeddedError` with a message for the operator
 */
export const confirmOwnUpgrades = (dataDir: string): Promise<string[]> =>
  confirmUpgrades(dataDir, program);

/**
 * Returns connection settings for the running PostgreSQL server of a data folder, for a separate
 * command, or null if none runs.
 *
 * @param dataDir absolute path of an existing folder
 */
export async function findOwnServer(dataDir: string): Promise<pg.PoolConfig | null> {
  const connection = await findRunningServer(dataDir, program, await passwordOf(dataDir));
  return connection === null ? null : { ...connectionDefaults(), ...connection, max: 2 };
}
