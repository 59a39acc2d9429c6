import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '../platform/config.ts';
import { readOrCreateSecret } from '../platform/secret-file.ts';
import type { Schema } from './schema.ts';
import { readOrCreateShared } from './shared-secret.ts';

/** Name of a key, in the data folder or in the database. */
export type KeyName = 'csrf.key' | 'leave-mail.key' | 'sign-in.key';

/**
 * Returns a key that signs tokens or encrypts secrets. It is created at the first start: in the
 * data folder, or in an external database, whose processes need the same one.
 */
export function readKey(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  db: Kysely<Schema>,
  name: KeyName,
): Promise<string> {
  return databaseUrl === null
    ? readOrCreateSecret(join(dataDir, name))
    : readOrCreateShared(db, name);
}
