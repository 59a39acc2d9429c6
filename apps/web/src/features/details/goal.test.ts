import { expect, test } from 'vitest';
import { describeGoal, progressOf } from './goal.ts';

test('describes the remaining words of a goal, in total and per day', () => {
  const described = (words: number, dueOn: string | null, today = '2026-11-21') => {
    return describeGoal(progressOf({ words: 1_000, dueOn }, words, today));
  };
  expect(described(0, null)).toBe('1,000 words to go.');
  expect(described(999, null)).toBe('1 word to go.');
  expect(described(100, '2026-11-23')).toBe('900 words to go in 3 days: 300 per day.');
  expect(described(100, '2026-11-21')).toBe('900 words to go, due today.');
  expect(described(100, '2026-11-20')).toBe('900 words to go; due yesterday.');
  expect(described(100, '2026-10-21')).toBe('900 words to go; due 31 days ago.');
  expect(described(1_200, '2026-10-21')).toBe('Goal reached.');
});

test('limits the progress to the range of its bar', () => {
  expect(progressOf({ words: 10, dueOn: null }, 25, '2026-11-21')).toEqual({
    left: 0,
    part: 1,
    daysLeft: null,
    perDay: null,
  });
  expect(progressOf({ words: 10, dueOn: null }, 0, '2026-11-21').part).toBe(0);
});
