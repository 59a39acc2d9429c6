import type { Suggestion } from '@longhand/document';
import { expect, test } from 'vitest';
import { describe } from './describe.ts';

type SuggestedRange = Suggestion['ranges'][number];
const meta = { id: 's', author: 'ada', at: 1 };
const at = { from: 1, to: 2, meta };
const block = (set: Record<string, unknown>, ...path: string[]): SuggestedRange => ({
  ...at,
  kind: 'block',
  set,
  was: {},
  path,
});

/** A block whose containers change. The last of `path` is its own type. */
const moved = (pathBefore: string[], ...path: string[]): SuggestedRange => ({
  ...at,
  kind: 'block',
  set: { in: 'b' },
  was: { in: 'a' },
  path,
  pathBefore,
});
/** Lists inside each other, as containers of an item or of a block in an item. */
const nested = (depth: number): string[] =>
  Array.from({ length: depth * 2 - 1 }, (_, i) => (i % 2 === 0 ? 'bulletList' : 'listItem'));

function suggestion(
  ranges: readonly SuggestedRange[],
  words: { added?: string; removed?: string } = {},
): Suggestion {
  return {
    id: 's',
    author: 'ada',
    at: 1,
    from: 1,
    to: 2,
    ranges,
    added: '',
    removed: '',
    ...words,
  };
}

test.each<[string, Suggestion, [string, string | null][]]>([
  [
    'inserted text',
    suggestion([{ ...at, kind: 'insertion' }], { added: 'at night' }),
    [['Insert', 'at night']],
  ],
  [
    'deleted text',
    suggestion([{ ...at, kind: 'deletion' }], { removed: 'softly' }),
    [['Delete', 'softly']],
  ],
  [
    'replaced text',
    suggestion([], { added: 'A', removed: 'The' }),
    [
      ['Replace', 'The'],
      ['with', 'A'],
    ],
  ],
  [
    'an inserted space',
    suggestion([{ ...at, kind: 'insertion' }], { added: ' ' }),
    [['Insert', ' ']],
  ],
  ['a split paragraph', suggestion([{ ...at, kind: 'split' }]), [['Split paragraph', null]]],
  [
    'a merge of two paragraphs',
    suggestion([{ ...at, kind: 'join' }]),
    [['Merge with previous paragraph', null]],
  ],
  [
    'inserted empty table cells',
    suggestion([{ ...at, kind: 'cellInsertion' }]),
    [['Insert table cells', null]],
  ],
  [
    'deleted empty table cells',
    suggestion([{ ...at, kind: 'cellDeletion' }]),
    [['Delete table cells', null]],
  ],
  [
    'bold added',
    suggestion([{ ...at, kind: 'format', set: { 'm.bold': {} }, was: {} }]),
    [['Make bold', null]],
  ],
  [
    'a link added',
    suggestion([{ ...at, kind: 'format', set: { 'm.link': { href: 'https://a.b' } }, was: {} }]),
    [['Link to https://a.b', null]],
  ],
  [
    'bold removed',
    suggestion([{ ...at, kind: 'format', set: { 'm.bold': null }, was: {} }]),
    [['Remove bold', null]],
  ],
  [
    'another numbering style of a list',
    suggestion([block({ 'a.type': 'i' }, 'orderedList')]),
    [['Change list numbers to i, ii, iii', null]],
  ],
  [
    'another start number of a list',
    suggestion([block({ 'a.start': 5 }, 'orderedList')]),
    [['Restart numbering at 5', null]],
  ],
  [
    'a change to a numbered list',
    suggestion([block({ kind: 'orderedList' }, 'orderedList')]),
    [['Change to numbered list', null]],
  ],
  [
    'a change to a heading',
    suggestion([block({ kind: 'heading', 'a.level': 2 }, 'heading')]),
    [['Change to heading 2', null]],
  ],
  [
    'a paragraph that moves into a bullet list',
    suggestion([block({ in: 'l' }, 'bulletList', 'listItem', 'paragraph')]),
    [['Change to bullet list', null]],
  ],
  [
    'a list item that moves from level 1 to level 2',
    suggestion([moved(nested(1), ...nested(2), 'listItem')]),
    [['Indent', null]],
  ],
  [
    'a list item that moves from level 2 to level 1',
    suggestion([moved(nested(2), ...nested(1), 'listItem')]),
    [['Outdent', null]],
  ],
  [
    'a list item that moves from level 3 to level 2',
    suggestion([moved(nested(3), ...nested(2), 'listItem')]),
    [['Outdent', null]],
  ],
  [
    'a block that moves to another item of the same level',
    suggestion([moved([...nested(2), 'listItem'], ...nested(2), 'listItem', 'paragraph')]),
    [['Move the block', null]],
  ],
  [
    'equal text with a change that has no exact description',
    suggestion([], { added: 'at night\n', removed: 'at night' }),
    [
      ['Change', 'at night\n'],
      ['Structure or formatting changed', null],
    ],
  ],
])('describes a suggestion on its card: %s', (_, given, lines) => {
  expect(describe(given).map(({ act, words }) => [act, words])).toEqual(lines);
});

test('truncates a long suggestion to 280 code points without splitting a surrogate pair', () => {
  const [line] = describe(suggestion([], { added: '👩‍🚀'.repeat(300) }));
  expect(line?.words?.isWellFormed()).toBe(true);
  expect([...(line?.words ?? '')].length).toBe(280);
});
