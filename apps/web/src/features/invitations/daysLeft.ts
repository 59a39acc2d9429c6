/** Milliseconds of a day. */
const day = 86_400_000;

/** How long something still holds, in words. `until` as the server tells moments, `now` in milliseconds. */
export function daysLeft(until: string, now: number): string {
  const left = Math.ceil((Date.parse(until) - now) / day);
  if (left <= 0) return 'has ended';
  return left === 1 ? 'expires within a day' : `expires in ${left} days`;
}
