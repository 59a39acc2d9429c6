import pg from 'pg';
import type { Logger } from '../platform/log.ts';

function toNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`The database gave ${text}, which a number cannot hold exactly`);
  return number;
}

/** `bytea[]`, which the driver's list of types omits. */
const byteStrings = 1001;

function refuseByteStrings(): never {
  throw new TypeError('Select byte strings as rows: parsing an array of them blocks the process');
}

/**
 * Returns the type parsers: `bigint`, and so `count(*)`, is read as a number. Values beyond 2^53
 * throw and are never rounded. Arrays of byte strings throw, because the driver parses them letter
 * by letter: 70 MB take 4 seconds.
 */
export function createTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, toNumber);
  types.setTypeParser(byteStrings, refuseByteStrings);
  return types;
}

/** Returns the settings common to all connections. Durations in milliseconds. */
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
 * Timeouts of statements, of locks and of idle transactions (ms). Migrations and the notification
 * channel have their own connections without these limits.
 */
export const pooledLimits: pg.PoolConfig = {
  statement_timeout: 60_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * Creates a pool that survives a restart of the database. A restart ends every connection, and an
 * unhandled `error` event would end the process. So each client has a permanent listener. New
 * connections are opened on demand.
 */
export function createPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(config);
  const lost = (error: Error) => {
    // A pool that is ending does not wait for its connections to close: the server may stop first.
    if (!pool.ending) log.warn({ reason: error.message }, 'A connection to the database was lost');
  };
  pool.on('connect', (client) => client.on('error', lost));
  // Each client reports its own loss. The pool repeats it for idle clients, which must be handled
  // but not logged twice.
  pool.on('error', () => undefined);
  return pool;
}
