import { expect, test } from 'vitest';
import { mentionedIn } from './mentions.ts';

test.each([
  ['Ask @ada and @Ben_1, please', ['ada', 'ben_1']],
  ['@ada. Then @ada again', ['ada.', 'ada']],
  ['@günther-x! 你好@不', ['günther-x']],
  ['mail to somebody@example.org or @@ada', []],
  ['@ab is too short, @ alone says nothing', []],
  [`@${'x'.repeat(41)}`, []],
  ['no one', []],
])('%s names %j', (text, names) => {
  expect(mentionedIn(text)).toEqual(names);
});

test('no more than fifty names are looked up, however many stand there', () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `@person${i}`).join(' ');
  expect(mentionedIn(text)).toHaveLength(50);
});
