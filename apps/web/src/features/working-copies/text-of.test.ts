import { expect, test } from 'vitest';
import { textOf } from './text-of.ts';

test('returns the text of a block at any depth, and an empty string if there is none', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  expect(
    textOf({ content: [{ content: [paragraph('one')] }, { content: [paragraph('two')] }] }),
  ).toBe('one two');
  expect([textOf({}), textOf({ content: [{}] }), textOf({ content: [null, 7] })]).toEqual([
    '',
    '',
    '',
  ]);
});
