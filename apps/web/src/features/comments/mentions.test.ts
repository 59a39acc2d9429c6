import type { Person } from '@longhand/contract';
import { expect, test } from 'vitest';
import { partsOf, peopleLike, typedAt } from './mentions.ts';

const person = (username: string, name: string): Person => ({
  id: username,
  username,
  name,
  avatarColor: '#291596',
});
const people = [
  person('ada', 'Ada Lovelace'),
  person('j.r', 'Jürgen Röhl'),
  person('adam_1', 'Eve Ng'),
  person('mary-ann', 'Mary Ann Evans'),
];

test.each([
  ['Ask @ad', 7, { at: 4, name: 'ad' }],
  ['@', 1, { at: 0, name: '' }],
  ['(@j.r', 5, { at: 1, name: 'j.r' }],
  ['mail@ada', 8, null],
  ['@ada and', 8, null],
  ['@ada and', 3, { at: 0, name: 'ad' }],
  ['@@ada', 5, null],
])('detects a mention that is being typed in “%s” at %i', (text, caret, expected) => {
  expect(typedAt(text, caret)).toEqual(expected);
});

test.each([
  ['', ['ada', 'j.r', 'adam_1', 'mary-ann']],
  ['AD', ['ada', 'adam_1']],
  ['love', ['ada']],
  ['rohl', ['j.r']],
  ['J.', ['j.r']],
  ['x', []],
])('finds the users for a mention that begins with “%s”', (name, expected) => {
  expect(peopleLike(people, name).map(({ username }) => username)).toEqual(expected);
});

test('highlights only the names of mentioned users', () => {
  expect(
    partsOf('Hey @Ada, @nobody, @jxr, @mary-ann and @j.r.', people)
      .map(({ text, isName }) => (isName ? `[${text}]` : text))
      .join(''),
  ).toBe('Hey [@Ada], @nobody, @jxr, [@mary-ann] and [@j.r].');
  expect(partsOf('@adam_1 @adamant a@ada', people).filter(({ isName }) => isName)).toEqual([
    { text: '@adam_1', isName: true },
  ]);
  expect(partsOf('@ada', [])).toEqual([{ text: '@ada', isName: false }]);
});
