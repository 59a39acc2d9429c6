import { whole } from './units.ts';
import classes from './Calendar.module.css';

type Day = { readonly day: string; readonly wordsAdded: number };

/** Shades that a day with words can have: the more words, the darker. */
const shades = 4;

/** Full weeks that the calendar shows, the one that runs now among them. */
const weeks = 26;

/** Days that a calendar shows up to `today`, so that it begins with a whole week. `firstDay`: on which weekday one begins, 1 for Monday to 7. */
export function daysShown(today: Date, firstDay: number): number {
  return (weeks - 1) * 7 + ((today.getDay() - firstDay + 7) % 7) + 1;
}

/** From 0 for none to 4 for the most: which shade a day has. */
export function shadeOf(words: number, most: number): number {
  return words <= 0 ? 0 : Math.max(1, Math.ceil((words / most) * shades));
}

/** The weekday on which weeks begin where the person is: 1 for Monday to 7 for Sunday. */
export function firstDayHere(): number {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return locale.getWeekInfo?.().firstDay ?? 1;
}

/** Half a year of writing, a column for each week: how much on each day. `days`: the newest first. */
export function Calendar({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ wordsAdded }) => wordsAdded));
  const name = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <ol className={classes['calendar']} aria-label={`Words on each day of the last ${weeks} weeks`}>
      {days.toReversed().map(({ day, wordsAdded }) => {
        const said = `${name.format(new Date(`${day}T00:00:00Z`))}: ${wordsAdded === 1 ? '1 word' : `${whole(wordsAdded)} words`}`;
        return <li key={day} title={said} aria-label={said} data-shade={shadeOf(wordsAdded, most)} />;
      })}
    </ol>
  );
}
