import { Fault } from '../platform/fault.ts';
import type { Logger } from '../platform/log.ts';
import { isDatabaseUnavailable } from './faults.ts';

/** True if an error has a cause outside of the application, after which a retry may succeed. */
export const isFault = (error: unknown): boolean =>
  error instanceof Fault || isDatabaseUnavailable(error);

/**
 * Logs an error of work that no request waits for: a fault as a warning, anything else as an error,
 * because it is a bug.
 *
 * @param about ids that the work concerns
 */
export function logFailure(
  log: Pick<Logger, 'warn' | 'error'>,
  error: unknown,
  message: string,
  about: Readonly<Record<string, string>> = {},
): void {
  log[isFault(error) ? 'warn' : 'error']({ err: error, ...about }, message);
}
