import { dateLocale } from './dates.ts';

/** Units of time from long to short, in seconds. */
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Made once: to make one takes longer than to use it a hundred times. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'medium' });

/** How long before `now` the moment `then` was, in words. Both in milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1_000));
  for (const [unit, length] of units) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}

/** A moment as people say it, with the exact one for those who point at it. `at` is ISO 8601. */
export function Moment({ at }: { at: string }) {
  const then = new Date(at);
  return (
    <time dateTime={at} title={exact.format(then)}>
      {ago(then.getTime(), Date.now())}
    </time>
  );
}
