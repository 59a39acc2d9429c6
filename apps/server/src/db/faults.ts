import { isNodeError } from '../platform/node-error.ts';

/** What the operating system says of a database that cannot be reached. */
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
 * What PostgreSQL says while it starts, stops, is full or was told to end a session; also serialization failures and
 * deadlocks, and what took too long, after which the same call may well succeed. Source: PostgreSQL, Appendix A, classes 08, 40, 53 and 57.
 */
const serverCodes = /^(?:08...|40001|40P01|53...|57P0[1-5]|57014|55P03|25P03|25006)$/;

/** What the driver says without a code when a connection goes away under it, or none comes free in time. */
const driverWords =
  /connection terminated|timeout exceeded when trying to connect|connection ended|not queryable|client was closed/i;

/** Whether an error means that the database is away or cannot take work right now, which is a fault and not a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (isNodeError(error)) return socketCodes.has(error.code ?? '') || serverCodes.test(error.code ?? '');
  return driverWords.test(error.message);
}

/** The name of the unique constraint that an error says was violated, or null where it says something else. */
export function violatedUnique(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}
