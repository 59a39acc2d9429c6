import { plural } from '@lingui/core/macro';
/** One day (ms). */
const day = 86_400_000;

/** Formats the remaining validity. `until` is an ISO 8601 time, `now` is in milliseconds. */
export function daysLeft(until: string, now: number): string {
  const left = Math.ceil((Date.parse(until) - now) / day);
  if (left <= 0) return 'expired';
  return plural(left, { one: 'expires within a day', other: 'expires in # days' });
}
