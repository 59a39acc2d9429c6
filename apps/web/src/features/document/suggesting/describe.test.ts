import type { Suggestion } from '@longhand/document';
import { expect, test } from 'vitest';
import { describe } from './describe.ts';

type Spot = Suggestion['spots'][number];
const stamp = { id: 's', author: 'ada', at: 1 };
const at = { from: 1, to: 2, stamp };
const block = (set: Record<string, unknown>, ...path: string[]): Spot => ({
  ...at,
  kind: 'block',
  set,
  was: {},
  path,
});

function suggestion(
  spots: readonly Spot[],
  words: { added?: string; removed?: string } = {},
): Suggestion {
  return { id: 's', author: 'ada', at: 1, from: 1, to: 2, spots, added: '', removed: '', ...words };
}

test.each<[string, Suggestion, [string, string | null][]]>([
  [
    'words',
    suggestion([{ ...at, kind: 'insertion' }], { added: 'at night' }),
    [['Insert', 'at night']],
  ],
  [
    'fewer words',
    suggestion([{ ...at, kind: 'deletion' }], { removed: 'softly' }),
    [['Delete', 'softly']],
  ],
  [
    'other words',
    suggestion([], { added: 'A', removed: 'The' }),
    [
      ['Replace', 'The'],
      ['with', 'A'],
    ],
  ],
  ['a space', suggestion([{ ...at, kind: 'insertion' }], { added: ' ' }), [['Insert', ' ']]],
  ['a paragraph’s end', suggestion([{ ...at, kind: 'split' }]), [['Split paragraph', null]]],
  ['joining', suggestion([{ ...at, kind: 'join' }]), [['Merge with previous paragraph', null]]],
  ['an empty row', suggestion([{ ...at, kind: 'cellInsertion' }]), [['Insert table cells', null]]],
  [
    'an empty row less',
    suggestion([{ ...at, kind: 'cellDeletion' }]),
    [['Delete table cells', null]],
  ],
  [
    'bold',
    suggestion([{ ...at, kind: 'format', set: { 'm.bold': {} }, was: {} }]),
    [['Make bold', null]],
  ],
  [
    'a link',
    suggestion([{ ...at, kind: 'format', set: { 'm.link': { href: 'https://a.b' } }, was: {} }]),
    [['Link to https://a.b', null]],
  ],
  [
    'not bold',
    suggestion([{ ...at, kind: 'format', set: { 'm.bold': null }, was: {} }]),
    [['Remove bold', null]],
  ],
  [
    'other numbers of a list',
    suggestion([block({ 'a.type': 'i' }, 'orderedList')]),
    [['Change list numbers to i, ii, iii', null]],
  ],
  [
    'another first number of a list',
    suggestion([block({ 'a.start': 5 }, 'orderedList')]),
    [['Restart numbering at 5', null]],
  ],
  [
    'a numbered list',
    suggestion([block({ kind: 'orderedList' }, 'orderedList')]),
    [['Change to numbered list', null]],
  ],
  [
    'a heading',
    suggestion([block({ kind: 'heading', 'a.level': 2 }, 'heading')]),
    [['Change to heading 2', null]],
  ],
  [
    'a list',
    suggestion([block({ in: 'l' }, 'bulletList', 'listItem', 'paragraph')]),
    [['Change to bullet list', null]],
  ],
])('a card says in words what is suggested: %s', (_, given, lines) => {
  expect(describe(given).map(({ act, words }) => [act, words])).toEqual(lines);
});

test('a long suggestion is cut between letters', () => {
  const [line] = describe(suggestion([], { added: '👩‍🚀'.repeat(300) }));
  expect(line?.words?.isWellFormed()).toBe(true);
  expect([...(line?.words ?? '')].length).toBe(280);
});
