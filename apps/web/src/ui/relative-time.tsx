import { t } from '@lingui/core/macro';
import { dateLocale, numberLocale } from './dates.ts';

/** Units of time from long to short (seconds). */
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Created once: creating a formatter takes longer than using it a hundred times. */
const relative = new Intl.RelativeTimeFormat(numberLocale, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats the time between `then` and `now` in words. Both in milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1_000));
  for (const [unit, length] of units) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return t`just now`;
}

/** A relative time, with the exact time as a tooltip. `at` is ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const then = new Date(at);
  return (
    <time dateTime={at} title={exact.format(then)}>
      {ago(then.getTime(), Date.now())}
    </time>
  );
}
