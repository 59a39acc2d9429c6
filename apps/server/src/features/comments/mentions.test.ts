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
])('%s mentions %j', (text, names) => {
  expect(mentionedIn(text)).toEqual(names);
});

test('looks up at most fifty mentioned names', () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `@person${i}`).join(' ');
  expect(mentionedIn(text)).toHaveLength(50);
});
