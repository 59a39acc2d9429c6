import { expect, test } from 'vitest';
import { tagsIn, withToggled } from './tag-words.ts';

test('splits tags at commas and removes duplicates', () => {
  expect(tagsIn(' essay, 2026 ,, Essay,ESSAY , long read')).toEqual(['essay', '2026', 'long read']);
  expect(tagsIn('')).toEqual([]);
  expect(tagsIn(' , ,')).toEqual([]);
});

test('adds a tag at the end and removes it regardless of case', () => {
  expect(withToggled('', 'essay')).toBe('essay');
  expect(withToggled('essay, letter', 'draft')).toBe('essay, letter, draft');
  expect(withToggled('Essay, letter', 'essay')).toBe('letter');
});
