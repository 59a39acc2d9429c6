import pg from 'pg';
import type { Log } from '../platform/log.ts';

function toNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`The database gave ${text}, which a number cannot hold exactly`);
  return number;
}

/** How values are read: `bigint`, and with it `count(*)`, as numbers. Anything beyond 2^53 is an error and never rounded. */
export function createTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, toNumber);
  return types;
}

/** What every connection has in common, whichever server it goes to. Durations in milliseconds. */
export function connectionDefaults(): pg.PoolConfig {
  return {
    types: createTypes(),
    application_name: 'longhand',
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
  };
}

/**
 * How long a statement may run, wait for a lock, and how long a transaction may do nothing. Migrations and the channel for news have
 * connections of their own, without these. Durations in milliseconds.
 */
export const pooledLimits: pg.PoolConfig = {
  statement_timeout: 60_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * A pool that outlives its server. A restart of the database ends every connection, and an `error` event that nobody listens to
 * would end the process; so each client has a listener for life. New connections are made when they are asked for.
 */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config);
  const lost = (error: Error) => {
    // A pool that ends does not wait until its connections are closed: the server that stops next may be faster.
    if (!pool.ending) log.warn({ reason: error.message }, 'A connection to the database was lost');
  };
  pool.on('connect', (client) => client.on('error', lost));
  // Each client reports its own loss; the pool repeats it for idle ones, which must be heard but not written twice.
  pool.on('error', () => undefined);
  return pool;
}
