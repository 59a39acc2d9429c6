import type { Suggestion } from '@longhand/document';
import { expect, test } from 'vitest';
import { heardOf } from './heard.ts';

const made = (
  id: string,
  author: string,
  words: { added?: string; removed?: string },
): Suggestion => ({
  ...{ id, author, at: 1, from: 1, to: 2, spots: [], added: '', removed: '' },
  ...words,
});
const here = (verdict: 'accept' | 'reject' | null, hasWritten: boolean) => ({
  personOf: (id: string) => ({ name: id === 'ben' ? 'Ben Okri' : id, color: '#000000' }),
  myId: 'ada',
  verdict,
  hasWritten,
});
const bens = made('1', 'ben', { added: 'at night' });
const mine = made('2', 'ada', { removed: 'softly' });

test.each<
  [string, readonly Suggestion[], readonly Suggestion[], 'accept' | 'reject' | null, string | null]
>([
  ['what somebody suggests', [], [bens], null, 'Ben Okri suggests: Insert “at night”.'],
  [
    'what they go on with',
    [made('1', 'ben', { added: 'at' })],
    [bens],
    null,
    'Ben Okri suggests: Insert “at night”.',
  ],
  ['nothing of one’s own', [], [mine], null, null],
  ['nothing where nothing changed', [bens, mine], [bens, mine], null, null],
  ['nothing of where it stands now', [bens], [{ ...bens, from: 9, to: 12 }], null, null],
  ['what one decided', [bens], [], 'accept', 'Accepted: Insert “at night”, suggested by Ben Okri.'],
  [
    'what one decided of one’s own',
    [mine],
    [],
    'reject',
    'Rejected: Delete “softly”, suggested by you.',
  ],
  ['what others decided', [bens], [], null, 'Decided: Insert “at night”, suggested by Ben Okri.'],
  ['nothing of what one took back', [mine], [], null, null],
  [
    'many by their number',
    [bens, { ...bens, id: '3' }, { ...bens, id: '4' }],
    [],
    'reject',
    'Rejected: 3 suggestions.',
  ],
])('is said: %s', (_, before, now, verdict, said) => {
  expect(heardOf(before, now, here(verdict, true))).toBe(said);
});

test('who did nothing meanwhile is told that their own suggestion was decided', () => {
  expect(heardOf([mine], [], here(null, false))).toBe(
    'Decided: Delete “softly”, suggested by you.',
  );
});
