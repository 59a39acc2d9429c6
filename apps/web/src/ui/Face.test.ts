import { expect, test } from 'vitest';
import { initialsOf } from './Face.tsx';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  grace  brewster hopper ', 'GH'],
  ['Plato', 'P'],
  ['👩‍🚀 Sally', '👩S'],
  ['Eve (guest)', 'E'],
  ['', '?'],
])('%j is %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
