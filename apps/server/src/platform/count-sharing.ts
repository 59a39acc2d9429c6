import { hash } from 'node:crypto';

/** Adds a count to a key of a rate limit. It is negative if counts are taken back. */
export type AddCount = (key: string, count: number) => void;

/**
 * Exchanges the counts of one rate limit with other processes.
 *
 * @param add called with the counts of others
 * @returns a function that sends counts of this process
 */
export type ShareCounts = (add: AddCount) => AddCount;

/**
 * Returns a key of 22 characters for a rate limit. Other processes receive it in place of
 * addresses and names.
 */
export function shortKey(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}
