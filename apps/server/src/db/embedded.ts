import { join } from 'node:path';
import { findRunningServer, openEmbedded, type Program } from '@longhand/embedded-postgres';
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

/**
 * Starts the PostgreSQL server of the data folder.
 *
 * @param dataDir absolute path of an existing folder
 * @param onLost receives the reason if another process has taken over the data folder
 * @throws `EmbeddedError` with a message for the operator
 */
export async function openOwnServer(
  dataDir: string,
  log: Logger,
  onLost: (reason: Error) => void,
): Promise<DatabaseServer> {
  const password = await passwordOf(dataDir);
  const { connection, stop } = await openEmbedded({ program, dataDir, password, log, onLost });
  return { poolConfig: { ...connectionDefaults(), ...connection }, stop };
}

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
