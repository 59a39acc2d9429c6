/** Units of time from long to short, in seconds. */
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long before `now` the moment `then` was, in words. Both in milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1_000));
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, length] of units) {
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}

/** A moment as people say it, with the exact one for those who point at it. `at` is ISO 8601. */
export function Moment({ at }: { at: string }) {
  const then = new Date(at);
  return (
    <time dateTime={at} title={then.toLocaleString('en')}>
      {ago(then.getTime(), Date.now())}
    </time>
  );
}
