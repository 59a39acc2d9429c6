import { expect, test } from 'vitest';
import { textOf } from './text-of.ts';

test('the words of a block, however deep they stand; nothing where there are none', () => {
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
