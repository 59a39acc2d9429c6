import { expect, test } from 'vitest';
import { tagsIn, withToggled } from './tag-words.ts';

test('tags are what stands between commas, once each', () => {
  expect(tagsIn(' essay, 2026 ,, Essay,ESSAY , long read')).toEqual(['essay', '2026', 'long read']);
  expect(tagsIn('')).toEqual([]);
  expect(tagsIn(' , ,')).toEqual([]);
});

test('a tag is added at the end and taken away whatever its case', () => {
  expect(withToggled('', 'essay')).toBe('essay');
  expect(withToggled('essay, letter', 'draft')).toBe('essay, letter, draft');
  expect(withToggled('Essay, letter', 'essay')).toBe('letter');
});
