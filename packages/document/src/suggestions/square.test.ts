import type { Node } from '@tiptap/pm/model';
import { EditorState, TextSelection, type Command, type Transaction } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteColumn } from '@tiptap/pm/tables';
import { expect, test } from 'vitest';
import type { NodeJson } from '../json.ts';
import { decidedInPage, nodeOf } from '../testing/people.ts';
import type { Foreign } from './resolve.ts';
import { suggest } from './suggest.ts';

const cell = (text: string): NodeJson => ({
  type: 'tableCell',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const row = (...texts: string[]): NodeJson => ({ type: 'tableRow', content: texts.map(cell) });
const twoRows = nodeOf({ type: 'doc', content: [{ type: 'table', content: [row('a1', 'b1', 'c1'), row('a2', 'b2', 'c2')] }] });

let ids = 0;

/** What becomes of a document when somebody does something where a word is: as a suggestion, or directly. */
function done(doc: Node, who: 'ben suggests' | 'ada does', word: string, command: Command): Node {
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, placeOf(doc, word)) });
  const made: Transaction[] = [];
  command(state, (tr) => made.push(tr));
  const [tr] = made;
  if (tr === undefined) throw new Error('nothing was done');
  if (who === 'ada does') return tr.doc;
  const author = { author: 'ben', at: 1, newId: () => `ben${(ids += 1)}`, client: null };
  const { doc: suggested } = suggest(doc, tr.steps, tr.docs, tr.doc, author)?.tr ?? {};
  if (suggested === undefined) throw new Error('nothing was suggested');
  return suggested;
}

/** Where a word begins; of an empty one, in the last empty paragraph. */
const placeOf = (doc: Node, word: string): number => (word === '' ? emptyPlaces(doc).at(-1) : wordPlace(doc, word)) ?? 0;

function wordPlace(doc: Node, word: string): number | undefined {
  const found: number[] = [];
  doc.descendants((node, pos) => void (node.text === word && found.push(pos)));
  return found[0];
}

function emptyPlaces(doc: Node): number[] {
  const found: number[] = [];
  doc.descendants((node, pos) => void (node.isTextblock && node.content.size === 0 && found.push(pos + 1)));
  return found;
}

const typing =
  (word: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(word));
    return true;
  };

/** The words of a table, row by row. */
const rows = (doc: Node): string[] =>
  doc.child(0).children.map((line) => line.children.map(({ textContent }) => textContent || '·').join(' '));

const goes = done(twoRows, 'ben suggests', 'c1', deleteColumn);
const comes = done(twoRows, 'ben suggests', 'b1', addColumnAfter);

test.each(['ben suggests', 'ada does'] as const)('a column that goes takes along its place in a row that %s', (who) => {
  const now = done(goes, who, 'a2', addRowAfter);
  expect(rows(decidedInPage(now, 'accept'))).toEqual(['a1 b1', 'a2 b2', '· ·']);
  expect(rows(decidedInPage(now, 'reject'))).toEqual(['a1 b1 c1', 'a2 b2 c2', ...(who === 'ada does' ? ['· · ·'] : [])]);
});

test('a column that goes stays with what was written in a new row, and everything in its column', () => {
  const now = done(done(goes, 'ada does', 'a2', addRowAfter), 'ada does', '', typing('mine'));
  expect(rows(decidedInPage(now, 'accept'))).toEqual(['a1 b1 ·', 'a2 b2 ·', '· · mine']);
});

test('a column that goes stays with what somebody was writing in it', () => {
  const now = done(goes, 'ada does', 'c1', typing('mine'));
  const at = placeOf(now, 'minec1');
  const foreign: Foreign = ({ kind, from, to }) =>
    kind === 'nodeDeletion' && from < at && at < to ? [{ from: at, to: at + 4 }] : [];
  expect(rows(decidedInPage(now, 'accept', foreign))).toEqual(['a1 b1 mine', 'a2 b2 ·']);
});

test('a column that was to come goes with its place in a row that somebody added, but not with words in it', () => {
  const now = done(comes, 'ada does', 'a2', addRowAfter);
  expect(rows(decidedInPage(now, 'reject'))).toEqual(['a1 b1 c1', 'a2 b2 c2', '· · ·']);
  const written = EditorState.create({ doc: now }).tr.insertText('mine', emptyPlaces(now).at(-2) ?? 0).doc;
  expect(rows(written)).toEqual(['a1 b1 · c1', 'a2 b2 · c2', '· · mine ·']);
  expect(rows(decidedInPage(written, 'reject'))).toEqual(['a1 b1 · c1', 'a2 b2 · c2', '· · mine ·']);
  expect(rows(decidedInPage(written, 'accept'))).toEqual(['a1 b1 · c1', 'a2 b2 · c2', '· · mine ·']);
});
