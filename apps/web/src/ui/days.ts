import { t } from '@lingui/core/macro';
import { dateLocale } from './dates.ts';

/** Returns the name of a day relative to `now`; both are local time. */
export function dayName(then: Date, now: Date): string {
  const days = Math.round((startOf(now) - startOf(then)) / 86_400_000);
  if (days <= 0) return t`Today`;
  if (days === 1) return t`Yesterday`;
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return then.toLocaleDateString(dateLocale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...year,
  });
}

function startOf(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}

/** Groups items by the name of their day, in their order. */
export function byDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  now: Date,
): { day: string; items: Item[] }[] {
  const days: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayName(new Date(item.createdAt), now);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
