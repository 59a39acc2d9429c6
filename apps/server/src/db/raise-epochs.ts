import type { Pool, PoolClient } from 'pg';

/**
 * Raises the epoch of every document above any that the document has had, also in copies of the
 * database that are newer than this one: to the number of seconds since 2026. Pages then compare
 * everything with the server, and send text that the database lacks.
 */
export async function raiseEpochs(on: Pool | PoolClient): Promise<void> {
  await on.query(`update documents set
    epoch = greatest(epoch + 1, extract(epoch from clock_timestamp())::bigint - 1767225600)`);
}
