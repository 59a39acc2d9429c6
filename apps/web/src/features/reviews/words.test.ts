import type { Review, Reviewer } from '@longhand/contract';
import { expect, test } from 'vitest';
import { answerOf, dueOf, stateOf, todayOf } from './words.ts';

const reviewer = (verdict: Reviewer['verdict'], isOutdated = false): Reviewer => ({
  person: { id: verdict ?? 'none', username: 'ada', name: 'Ada', avatarColor: '#000000' },
  verdict,
  words: '',
  answeredAt: null,
  isOutdated,
});

test('an approval before the last edits counts for no answer', () => {
  const reviewers = [reviewer('approved', true), reviewer('work_needed'), reviewer(null)];
  expect(reviewers.map(answerOf)).toEqual(['Approved before the last edits', 'Asked for work', 'Has not answered']);
  expect(stateOf({ state: 'open', reviewers } as unknown as Review)).toBe('1 of 3 answered');
});

test('a day is due from its morning to its evening, wherever the person is', () => {
  expect(dueOf('2026-12-01', '2026-12-01')).toEqual({ text: 'Due today', isLate: false });
  expect(dueOf('2026-12-01', '2026-12-02')).toEqual({ text: 'Due December 1', isLate: true });
  expect(dueOf('2026-12-24', '2026-12-02').isLate).toBe(false);
  expect(todayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
