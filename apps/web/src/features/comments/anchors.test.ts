import type { CommentAnchor } from '@longhand/contract';
import { documentExtensions, textOfDoc } from '@longhand/document';
import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { initProseMirrorDoc, updateYFragment } from '@tiptap/y-tiptap';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { anchorOf, createFinder } from './anchors.ts';
import { placesIn } from './places.ts';

const schema = getSchema(documentExtensions);
const root = (doc: Y.Doc): Y.XmlFragment => textOfDoc(doc);
const shown = (doc: Y.Doc): Node => initProseMirrorDoc(root(doc), schema).doc;

/** A page of somebody's with these paragraphs, and its undo. */
function page(...blocks: (string | object)[]): { doc: Y.Doc; undo: Y.UndoManager } {
  const doc = new Y.Doc();
  const content = blocks.map((block) =>
    typeof block === 'string' ? { type: 'paragraph', content: block ? [{ type: 'text', text: block }] : [] } : block,
  );
  write(doc, (state) => state.tr.replaceWith(0, state.doc.content.size, Node.fromJSON(schema, { type: 'doc', content }).content));
  return { doc, undo: new Y.UndoManager(root(doc), { captureTimeout: 0, trackedOrigins: new Set(['typing']) }) };
}

/** Makes a change as the editor's binding does. */
function write(doc: Y.Doc, change: (state: EditorState) => Transaction): void {
  const { doc: before, meta } = initProseMirrorDoc(root(doc), schema);
  const after = change(EditorState.create({ doc: before })).doc;
  doc.transact(() => updateYFragment(doc, root(doc), after, meta), 'typing');
}

/** The same document on another page. */
function replica(doc: Y.Doc): Y.Doc {
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  return other;
}

/** Where these words stand in a document. */
function at(doc: Y.Doc, words: string): number {
  let found = -1;
  shown(doc).descendants((node, pos) => {
    const index = node.text?.indexOf(words) ?? -1;
    if (index >= 0 && found < 0) found = pos + index;
  });
  if (found < 0) throw new Error(`not there: ${words}`);
  return found;
}

function anchor(doc: Y.Doc, words: string): CommentAnchor {
  const from = at(doc, words);
  const now = shown(doc);
  const made = anchorOf(root(doc), now, TextSelection.create(now, from, from + words.length));
  if (made === null) throw new Error('nothing to comment on');
  return made;
}

/** What an anchor is about now. */
function about(doc: Y.Doc, given: CommentAnchor): string | null {
  const now = shown(doc);
  const found = createFinder(root(doc), now)(given);
  return found && now.textBetween(found.from, found.to, '\n');
}

const type = (doc: Y.Doc, before: string, words: string): void =>
  write(doc, (state) => state.tr.insertText(words, at(doc, before)));
const remove = (doc: Y.Doc, words: string): void =>
  write(doc, (state) => state.tr.delete(at(doc, words), at(doc, words) + words.length));

test('every place in a document of many kinds of nodes leads back to itself', () => {
  const item = (text: string): object => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  const { doc } = page(
    'one two',
    { type: 'bulletList', content: [item('three'), item('four')] },
    { type: 'image', attrs: { src: 'https://example.org/a.png', alt: 'A mill' } },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'five ' },
        { type: 'text', text: 'six', marks: [{ type: 'bold' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'seven' },
      ],
    },
    '',
    { type: 'horizontalRule' },
    'eight',
  );
  const now = shown(doc);
  const places = placesIn(root(doc), now);
  let tried = 0;
  for (let pos = 0; pos <= now.content.size; pos += 1) {
    for (const side of [1, -1] as const) {
      const place = places.placeAt(pos, side);
      if (place === null) continue;
      tried += 1;
      expect(places.posOf(place), `${pos} ${side}`).toBe(pos);
    }
  }
  expect(tried).toBeGreaterThan(now.textContent.length);
});

describe('an anchor on “brown fox” stays with its words', () => {
  const text = 'The quick brown fox jumps over it.';
  const quote = 'brown fox';
  const cases: readonly [string, (doc: Y.Doc) => void, string | null][] = [
    ['when nothing happens', () => {}, quote],
    ['when something is typed before it', (doc) => type(doc, 'quick', 'very '), quote],
    ['when something is typed right before it', (doc) => type(doc, 'brown', 'shy '), quote],
    ['when something is typed in it', (doc) => type(doc, 'fox', 'old '), 'brown old fox'],
    ['when something is typed right after it', (doc) => type(doc, ' jumps', ' lazily'), quote],
    ['when a part of it is deleted', (doc) => remove(doc, 'brown '), 'fox'],
    ['when more than it is deleted around its end', (doc) => remove(doc, 'fox jumps'), 'brown '],
    ['when it is deleted', (doc) => remove(doc, quote), null],
    ['when its paragraph is deleted', (doc) => write(doc, (state) => state.tr.delete(0, state.doc.child(0).nodeSize)), null],
    ['when a paragraph is put before it', (doc) => write(doc, (state) => state.tr.insert(0, schema.node('paragraph'))), quote],
    ['when its paragraph is split before it', (doc) => write(doc, (state) => state.tr.split(at(doc, 'quick'))), quote],
    ['when its paragraph is split right before it', (doc) => write(doc, (state) => state.tr.split(at(doc, 'brown'))), quote],
    ['when its paragraph is split after it', (doc) => write(doc, (state) => state.tr.split(at(doc, ' jumps'))), quote],
    ['when it is split itself', (doc) => write(doc, (state) => state.tr.split(at(doc, 'fox'))), 'brown \nfox'],
    ['when it becomes bold', (doc) => bold(doc, 'fox jumps'), quote],
    ['when its paragraph becomes a heading', (doc) => write(doc, heading), quote],
    [
      'when it is joined to the paragraph before',
      (doc) => write(doc, (state) => state.tr.join(state.doc.child(0).nodeSize)),
      quote,
    ],
    ['when its paragraph is cut and pasted further down', (doc) => write(doc, moveFirst), quote],
  ];
  test.each(cases)('%s', (what, change, expected) => {
    const isJoined = what.includes('joined');
    const { doc } = page(...(isJoined ? ['Look here. ', text, 'The end.'] : [text, 'The end.']));
    const given = anchor(doc, quote);
    const other = replica(doc);
    change(doc);
    expect(about(doc, given)).toBe(expected);
    Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
    expect(about(other, given)).toBe(expected);
  });

  function bold(doc: Y.Doc, words: string): void {
    write(doc, (state) => state.tr.addMark(at(doc, words), at(doc, words) + words.length, schema.mark('bold')));
  }
  function heading({ tr }: EditorState): Transaction {
    return tr.setBlockType(0, 5, schema.nodes['heading'] ?? null!, { level: 2 });
  }
  function moveFirst({ tr, doc }: EditorState): Transaction {
    return tr.delete(0, doc.child(0).nodeSize).insert(tr.doc.content.size, doc.child(0));
  }
});

test('it comes back when its deletion is taken back, on every page', () => {
  const { doc, undo } = page('The quick brown fox jumps.', 'A fox.');
  const other = replica(doc);
  const given = anchor(doc, 'fox');
  remove(doc, 'brown fox');
  expect(about(doc, given)).toBeNull();
  undo.undo();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  expect(shown(other).textContent).toContain('brown fox jumps');
  expect(about(doc, given)).toBe('fox');
  expect(about(other, given)).toBe('fox');
  expect(createFinder(root(other), shown(other))(given)?.from).toBe(at(other, 'fox jumps'));
});

test('two people type around it and into it at once, and both see the same', () => {
  const { doc } = page('The quick brown fox jumps.');
  const given = anchor(doc, 'brown fox');
  const other = replica(doc);
  type(doc, 'quick', 'very ');
  type(doc, 'fox', 'old ');
  type(other, 'brown', 'shy ');
  write(other, (state) => state.tr.split(at(other, ' jumps')));
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  expect(about(doc, given)).toBe('brown old fox');
  expect(about(other, given)).toBe('brown old fox');
});

test('a short quote that is gone is not taken for the same word elsewhere, nor a long one that stands twice', () => {
  const { doc } = page('A fox here.', 'A fox there.', 'Words that stand twice.', 'Words that stand twice.');
  const [short, long] = [anchor(doc, 'fox'), anchor(doc, 'Words that stand')];
  write(doc, (state) => state.tr.delete(0, state.doc.child(0).nodeSize));
  expect(about(doc, short)).toBeNull();
  const third = shown(doc).child(0).nodeSize;
  write(doc, (state) =>
    state.tr.insert(state.doc.content.size, state.doc.child(1)).delete(third, third + state.doc.child(1).nodeSize),
  );
  expect(about(doc, long)).toBeNull();
});

test('what is selected is taken without the white space and the ends of blocks around it', () => {
  const { doc } = page('One.', '', 'Two words.');
  const now = shown(doc);
  const made = anchorOf(root(doc), now, TextSelection.create(now, 5, at(doc, ' words') + 1));
  expect(made?.quote).toBe('Two');
  const all = anchorOf(root(doc), now, TextSelection.create(now, 1, now.content.size - 1));
  expect(all?.quote).toBe('One.\n\nTwo words.');
  expect(about(doc, all!)).toBe('One.\n\nTwo words.');
});

test('with nothing selected it is about the block at the caret; in an empty one about nothing', () => {
  const { doc } = page('One two.', '');
  const now = shown(doc);
  expect(anchorOf(root(doc), now, TextSelection.create(now, 4))?.quote).toBe('One two.');
  expect(anchorOf(root(doc), now, TextSelection.create(now, now.content.size - 1))).toBeNull();
  const empty = shown(page('').doc);
  expect(anchorOf(root(page('').doc), empty, TextSelection.create(empty, 1))).toBeNull();
});

test('a picture can be spoken of: with the text for it, or with none, and it is missed when it is gone', () => {
  const picture = (alt: string | null): object => ({ type: 'image', attrs: { src: 'https://example.org/a.png', alt } });
  for (const [alt, quote] of [
    ['A mill', 'A mill'],
    [null, ''],
  ] as const) {
    const { doc } = page('One.', picture(alt), 'Two.');
    const now = shown(doc);
    const given = anchorOf(root(doc), now, NodeSelection.create(now, now.child(0).nodeSize));
    expect(given?.quote).toBe(quote);
    type(doc, 'One', 'At ');
    const moved = shown(doc);
    const found = createFinder(root(doc), moved)(given!);
    expect(found && moved.nodeAt(found.from)?.type.name).toBe('image');
    write(doc, (state) => state.tr.delete(found!.from, found!.to));
    expect(createFinder(root(doc), shown(doc))(given!)).toBeNull();
  }
});

test('places of another document, and letters that have not arrived, lead nowhere', () => {
  const { doc } = page('The quick brown fox jumps.');
  const given = anchor(doc, 'brown fox');
  expect(about(page('Something else.').doc, given)).toBeNull();
  expect(about(new Y.Doc(), given)).toBeNull();
});
