import type { Review, Reviewer } from '@longhand/contract';
import { expect, test } from 'vitest';
import { answerOf, stateOf } from './words.ts';

const reviewer = (verdict: Reviewer['verdict'], isOutdated = false): Reviewer => ({
  person: { id: verdict ?? 'none', username: 'ada', name: 'Ada', avatarColor: '#000000' },
  verdict,
  words: '',
  answeredAt: null,
  isOutdated,
});

test('an approval before the last edits does not count as a response', () => {
  const reviewers = [reviewer('approved', true), reviewer('work_needed'), reviewer(null)];
  expect(reviewers.map(answerOf)).toEqual([
    'Approved before the last edits',
    'Requested changes',
    'Pending',
  ]);
  expect(stateOf({ state: 'open', reviewers } as unknown as Review)).toBe('1 of 3 responded');
});
