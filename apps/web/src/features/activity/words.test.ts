import { expect, test } from 'vitest';
import { activityWords } from './words.ts';

const actor = { id: 'ada', username: 'ada', name: 'Ada Lovelace', avatarColor: '#000000' };

test.each([
  [1_200, 4, '+1,200 −4 words'],
  [1, 0, '+1 word'],
  [0, 0, null],
])('counts added and removed words: %i and %i', (wordsAdded, wordsRemoved, words) => {
  const data = { title: '', from: '', to: '', wordsAdded, wordsRemoved };
  const place = { projectId: null, documentId: null, createdAt: '' };
  expect(activityWords({ id: 'a', actor, type: 'document.edited', data, ...place })).toBe(words);
});
