import type { Suggestion } from '@longhand/document';
import { expect, test } from 'vitest';
import { describe } from './describe.ts';

type Spot = Suggestion['spots'][number];
const stamp = { id: 's', author: 'ada', at: 1 };
const at = { from: 1, to: 2, stamp };

function suggestion(spots: readonly Spot[], words: { added?: string; removed?: string } = {}): Suggestion {
  return { id: 's', author: 'ada', at: 1, from: 1, to: 2, spots, added: '', removed: '', ...words };
}

test.each<[string, Suggestion, [string, string | null][]]>([
  ['words', suggestion([{ ...at, kind: 'insertion' }], { added: 'at night' }), [['Insert', 'at night']]],
  ['fewer words', suggestion([{ ...at, kind: 'deletion', upTo: null }], { removed: 'softly' }), [['Delete', 'softly']]],
  [
    'other words',
    suggestion([], { added: 'A', removed: 'The' }),
    [
      ['Replace', 'The'],
      ['with', 'A'],
    ],
  ],
  ['a space', suggestion([{ ...at, kind: 'insertion' }], { added: ' ' }), [['Insert', ' ']]],
  [
    'a paragraph’s end',
    suggestion([{ ...at, kind: 'split', form: { depth: 1, attrs: {} } }], { added: '\n' }),
    [['Split the paragraph', null]],
  ],
  ['joining', suggestion([{ ...at, kind: 'join' }]), [['Join with the paragraph before', null]]],
  ['bold', suggestion([{ ...at, kind: 'format', change: { add: { type: 'bold' } } }]), [['Format: bold', null]]],
  [
    'a link',
    suggestion([{ ...at, kind: 'format', change: { add: { type: 'link', attrs: { href: 'https://a.b' } } } }]),
    [['Link to https://a.b', null]],
  ],
  ['not bold', suggestion([{ ...at, kind: 'format', change: { remove: 'bold' } }]), [['Not bold', null]]],
  [
    'a heading',
    suggestion([{ ...at, kind: 'block', change: { to: { type: 'heading', attrs: { level: 2 } } } }]),
    [['Make it heading 2', null]],
  ],
  [
    'a list',
    suggestion([{ ...at, kind: 'block', change: { wrap: [{ type: 'bulletList' }, { type: 'listItem' }] } }]),
    [['Make it bullet list', null]],
  ],
])('a card says in words what is suggested: %s', (_, given, lines) => {
  expect(describe(given).map(({ act, words }) => [act, words])).toEqual(lines);
});

test('a long suggestion is cut between letters', () => {
  const [line] = describe(suggestion([], { added: '👩‍🚀'.repeat(300) }));
  expect(line?.words?.isWellFormed()).toBe(true);
  expect([...(line?.words ?? '')].length).toBe(280);
});
