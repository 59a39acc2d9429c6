import pg from 'pg';
import { databaseAddress } from '@longhand/driver';

/** The role of the embedded database that may create others. It has the product's password. */
const administrator = 'postgres';

/**
 * Creates an empty database in the embedded server of a running product, for a second product that
 * uses it as an external one.
 *
 * @param dataDir data folder of the product that runs the server
 * @param name name of the database
 * @param settings statements that run in it as an administrator
 * @returns its address in the form of `DATABASE_URL`
 */
export async function createExternalDatabase(
  dataDir: string,
  name: string,
  settings: readonly string[] = [],
): Promise<string> {
  const address = await databaseAddress(dataDir);
  const admin = new pg.Client({ ...address, user: administrator, database: 'postgres' });
  await admin.connect();
  try {
    await admin.query(`create database ${name} owner ${address.user}`);
    for (const statement of settings) await admin.query(statement);
  } finally {
    await admin.end();
  }
  const { user, password, host, port } = address;
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?${place}`;
}
