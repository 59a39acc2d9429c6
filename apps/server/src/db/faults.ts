import { isNodeError } from '../platform/node-error.ts';

/** Operating system errors for a database that cannot be reached. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/**
 * SQLSTATEs of PostgreSQL while it starts, stops, is full or ends a session. Also serialization
 * failures, deadlocks and timeouts, after which a retry may succeed. Source: PostgreSQL, Appendix
 * A, classes 08, 40, 53 and 57.
 */
const serverCodes = /^(?:08...|40001|40P01|53...|57P0[1-5]|57014|55P03|25P03|25006)$/;

/** Driver messages without a code, when a connection is lost or none is free in time. */
const driverWords =
  /connection terminated|timeout exceeded when trying to connect|connection ended|not queryable|client was closed/i;

/**
 * True if an error means that the database is unreachable or temporarily cannot take work. This is
 * a fault and not a bug.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (isNodeError(error))
    return socketCodes.has(error.code ?? '') || serverCodes.test(error.code ?? '');
  return driverWords.test(error.message);
}

/** Returns the name of the violated unique constraint, or null for any other error. */
export function violatedUnique(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}
