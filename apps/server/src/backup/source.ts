import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { connectionDefaults } from '../db/connection.ts';
import { findOwnServer, openOwnServer } from '../db/embedded.ts';
import type { Files } from '../files/files.ts';
import { openFiles } from '../files/open.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { Fault } from '../platform/fault.ts';
import type { Logger } from '../platform/log.ts';

/** An installation, running or not, that a command reads. */
export type Installation = {
  readonly client: pg.Client;
  readonly files: Files;
  stop(): Promise<void>;
};

/** Settings that say where the data of an installation are. */
export type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'files'>;

const anyRoom = { has: () => Promise.resolve(true) };

/**
 * Opens the database and the files of an installation for a command. If the product does not run,
 * its PostgreSQL is started for the duration of the command.
 *
 * @throws `Fault` if there is no installation
 */
export async function openInstallation(place: Place, log: Logger): Promise<Installation> {
  const server = await openServer(place, log);
  const client = new pg.Client(server.poolConfig as pg.ClientConfig);
  client.on('error', () => undefined);
  try {
    await connect(client, place);
    await expectInstallation(client);
    const files = await openFiles(place, systemClock.now(), anyRoom);
    return {
      client,
      files,
      stop: () => client.end().finally(() => server.stop()),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    await server.stop();
    throw error;
  }
}

/**
 * Opens an installation for a command if its database runs, otherwise returns null. Starts nothing.
 */
export async function findInstallation(place: Place, log: Logger): Promise<Installation | null> {
  const { dataDir, databaseUrl } = place;
  const isRunning =
    databaseUrl !== null || (existsSync(dataDir) && (await findOwnServer(dataDir)) !== null);
  if (!isRunning) return null;
  try {
    return await openInstallation(place, log);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

type Server = { readonly poolConfig: pg.PoolConfig; stop(): Promise<void> };

const noStop = (): Promise<void> => Promise.resolve();

async function openServer({ dataDir, databaseUrl }: Place, log: Logger): Promise<Server> {
  if (databaseUrl !== null)
    return {
      poolConfig: { ...connectionDefaults(), connectionString: databaseUrl },
      stop: noStop,
    };
  const parts = ['database', 'database.location'].map((name) => join(dataDir, name));
  if (!parts.some((path) => existsSync(path)))
    throw new Fault(
      `The data folder ${dataDir} has no database. Set DATA_DIR to the data folder of your server.`,
    );
  const running = await findOwnServer(dataDir);
  if (running !== null) return { poolConfig: running, stop: noStop };
  return openOwnServer(dataDir, log, () => undefined);
}

async function connect(client: pg.Client, { databaseUrl }: Place): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = databaseUrl === null ? '' : ' Check DATABASE_URL.';
    throw new Fault(`The database cannot be used: ${reason}.${hint}`, { cause: error });
  }
}

async function expectInstallation(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.migrations') is not null as found",
  );
  if (rows[0]?.found !== true) throw new Fault('The database has no data of Longhand.');
}
