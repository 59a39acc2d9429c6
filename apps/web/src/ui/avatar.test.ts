import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  grace  brewster hopper ', 'GH'],
  ['Plato', 'P'],
  ['👩‍🚀 Sally', '👩S'],
  ['(guest) Eve', 'E'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
