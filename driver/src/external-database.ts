import pg from 'pg';
import { databaseAddress } from './database.ts';

/** The role of the embedded database that may create others. It has the product's password. */
const administrator = 'postgres';

/**
 * Runs statements as an administrator of the embedded server of a running product.
 *
 * @param dataDir data folder of the product
 */
export async function runAsAdministrator(
  dataDir: string,
  statements: readonly string[],
): Promise<void> {
  const address = await databaseAddress(dataDir);
  const admin = new pg.Client({ ...address, user: administrator, database: 'postgres' });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/**
 * Creates an empty database in the embedded server of a running product, for a second product that
 * uses it as an external one.
 *
 * @param dataDir data folder of the product that runs the server
 * @param name name of the database
 * @returns its address in the form of `DATABASE_URL`
 */
export async function createExternalDatabase(dataDir: string, name: string): Promise<string> {
  const { user, password, host, port } = await databaseAddress(dataDir);
  await runAsAdministrator(dataDir, [`create database ${name} owner ${user}`]);
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?${place}`;
}
