import { plural, t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { dateLocale } from '../../ui/dates.ts';
import classes from './metrics.module.css';

type Day = { readonly day: string; readonly wordsAdded: number };

/** Number of shades for days with words: more words are darker. */
const shades = 4;

/** Number of weeks in the calendar, including the current one. */
const weeks = 26;

/**
 * Returns the number of days up to `today`, so that the calendar begins with a full week.
 * `firstDay`: first day of the week, 1 (Monday) to 7.
 */
export function daysShown(today: Date, firstDay: number): number {
  return (weeks - 1) * 7 + ((today.getDay() - firstDay + 7) % 7) + 1;
}

/** Returns the shade of a day, from 0 for no words to 4 for the maximum. */
export function shadeOf(words: number, most: number): number {
  return words <= 0 ? 0 : Math.max(1, Math.ceil((words / most) * shades));
}

/** Returns the first day of the week in the user's locale: 1 (Monday) to 7 (Sunday). */
export function firstDayHere(): number {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return locale.getWeekInfo?.().firstDay ?? 1;
}

/** Calendar of words per day for half a year, one column per week. `days`: newest first. */
export function Calendar({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ wordsAdded }) => wordsAdded));
  const name = new Intl.DateTimeFormat(dateLocale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <ol className={classes['calendar']} aria-label={t`Words per day in the last ${weeks} weeks`}>
      {days.toReversed().map(({ day, wordsAdded }) => {
        const shade = shadeOf(wordsAdded, most);
        const said = `${name.format(new Date(`${day}T00:00:00Z`))}: ${plural(wordsAdded, { one: '# word', other: '# words' })}`;
        return (
          <li
            key={day}
            title={said}
            aria-label={said}
            data-shade={shade}
            style={{ '--part': `${(shade * 100) / shades}%` } as CSSProperties}
          />
        );
      })}
    </ol>
  );
}
