import { t } from '@lingui/core/macro';
import { dateLocale } from './dates.ts';

/**
 * Formats a due date and returns true for `isLate` if it has passed. `today` has the same format.
 */
export function dueOf(dueOn: string, today: string): { text: string; isLate: boolean } {
  const day = new Date(`${dueOn}T12:00:00Z`).toLocaleDateString(dateLocale, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const isLate = dueOn < today;
  return {
    text: dueOn === today ? t`Due today` : isLate ? t`Overdue · ${day}` : t`Due ${day}`,
    isLate,
  };
}

/** Returns the local date in ISO 8601 format. */
export function todayOf(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
