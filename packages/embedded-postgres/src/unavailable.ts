import { isNodeError } from './node-error.ts';

/** Errors of the socket, while the server starts, stops or does not listen yet. */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

/**
 * SQLSTATEs of a server that starts, stops or has no free connection. Source: PostgreSQL, Appendix
 * A, classes 08, 53 and 57.
 */
const serverCodes = /^(?:08...|53...|57P0[1-5])$/;

/** Messages of the driver without a code. */
const driverMessages = /connection terminated|timeout expired|connection ended/i;

/** True if an error means that the server cannot be reached yet, and that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (isNodeError(error))
    return socketCodes.has(error.code ?? '') || serverCodes.test(error.code ?? '');
  return driverMessages.test(error.message);
}
