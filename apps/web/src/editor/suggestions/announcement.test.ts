import type { Suggestion } from '@longhand/document';
import { expect, test } from 'vitest';
import { announcementOf } from './announcement.ts';

const made = (
  id: string,
  author: string,
  words: { added?: string; removed?: string },
): Suggestion => ({
  ...{ id, author, at: 1, from: 1, to: 2, ranges: [], added: '', removed: '' },
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
  ['a new suggestion of another user', [], [bens], null, 'Ben Okri suggests: Insert “at night”.'],
  [
    'a suggestion that another user continues',
    [made('1', 'ben', { added: 'at' })],
    [bens],
    null,
    'Ben Okri suggests: Insert “at night”.',
  ],
  ['nothing for a new suggestion of the user', [], [mine], null, null],
  ['nothing if no suggestion changed', [bens, mine], [bens, mine], null, null],
  [
    'nothing if only the position of a suggestion changed',
    [bens],
    [{ ...bens, from: 9, to: 12 }],
    null,
    null,
  ],
  [
    'a decision of the user',
    [bens],
    [],
    'accept',
    'Accepted: Insert “at night”, suggested by Ben Okri.',
  ],
  [
    'a decision of the user about their own suggestion',
    [mine],
    [],
    'reject',
    'Rejected: Delete “softly”, suggested by you.',
  ],
  [
    'a decision of another user',
    [bens],
    [],
    null,
    'Decided: Insert “at night”, suggested by Ben Okri.',
  ],
  ['nothing if the user undoes their own suggestion', [mine], [], null, null],
  [
    'several decisions as a number',
    [bens, { ...bens, id: '3' }, { ...bens, id: '4' }],
    [],
    'reject',
    'Rejected: 3 suggestions.',
  ],
])('announces: %s', (_, before, now, verdict, said) => {
  expect(announcementOf(before, now, here(verdict, true))).toBe(said);
});

test('announces to a user who did nothing that their own suggestion was decided', () => {
  expect(announcementOf([mine], [], here(null, false))).toBe(
    'Decided: Delete “softly”, suggested by you.',
  );
});
