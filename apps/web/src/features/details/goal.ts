import { plural, t } from '@lingui/core/macro';
import type { DocumentGoal } from '@longhand/contract';
import { numberLocale } from '../../ui/dates.ts';

const dayMs = 86_400_000;

/**
 * Progress of a goal. `part`: 0 to 1. `perDay`: words per remaining day, including today; null
 * without a due date or after it.
 */
export type Progress = {
  readonly left: number;
  readonly part: number;
  readonly daysLeft: number | null;
  readonly perDay: number | null;
};

/** Computes the progress of `words` towards a goal. `today`: local date in ISO 8601 format. */
export function progressOf(
  { words: goal, dueOn }: DocumentGoal,
  words: number,
  today: string,
): Progress {
  const left = Math.max(0, goal - words);
  const daysLeft =
    dueOn === null ? null : Math.round((Date.parse(dueOn) - Date.parse(today)) / dayMs);
  const isOver = daysLeft === null || daysLeft < 0;
  return {
    left,
    part: Math.min(1, words / goal),
    daysLeft,
    perDay: isOver ? null : Math.ceil(left / (daysLeft + 1)),
  };
}

/** Describes the progress. */
export function describeGoal({ left, daysLeft, perDay }: Progress): string {
  if (left === 0) return t`Goal reached.`;
  const more = plural(left, { one: '# word to go', other: '# words to go' });
  if (daysLeft === null) return `${more}.`;
  if (daysLeft < 0)
    return plural(
      { days: -daysLeft },
      { one: `${more}; due yesterday.`, other: `${more}; due # days ago.` },
    );
  if (daysLeft === 0) return t`${more}, due today.`;
  return t`${more} in ${{ days: daysLeft + 1 }} days: ${{ number: (perDay ?? 0).toLocaleString(numberLocale) }} per day.`;
}
