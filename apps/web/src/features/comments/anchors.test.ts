import type { CommentAnchor } from '@longhand/contract';
import { documentSchema as schema } from '@longhand/document';
import { Grammar, Replica } from '@longhand/text';
import { Node } from '@tiptap/pm/model';
import { EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { anchorOf, createFinder } from './anchors.ts';

const grammar = new Grammar(schema);
const shown = (page: Replica): Node => page.rendering.doc;

/** Creates the replica of a page with these paragraphs. */
function pageOf(...blocks: (string | object)[]): Replica {
  const page = new Replica(new Y.Doc(), grammar);
  const content = blocks.map((block) =>
    typeof block === 'string'
      ? { type: 'paragraph', content: block ? [{ type: 'text', text: block }] : [] }
      : block,
  );
  write(page, (state) =>
    state.tr.replaceWith(
      0,
      state.doc.content.size,
      Node.fromJSON(schema, { type: 'doc', content }).content,
    ),
  );
  return page;
}

/** Applies a change as an editor does. */
function write(page: Replica, change: (state: EditorState) => Transaction): void {
  const tr = change(EditorState.create({ doc: shown(page) }));
  page.closeStep();
  page.write({ after: tr.doc, mapping: tr.mapping }, { kind: 'edit' });
}

/** Creates a replica of the same document on another page. */
function copyOf(page: Replica): Replica {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(page.doc));
  return new Replica(doc, grammar);
}

/** Applies all updates of another page. */
function hear(page: Replica, other: Replica): void {
  Y.applyUpdate(page.doc, Y.encodeStateAsUpdate(other.doc));
}

/** Returns the position of a text in a document. */
function at(page: Replica, words: string): number {
  let found = -1;
  shown(page).descendants((node, pos) => {
    const index = node.text?.indexOf(words) ?? -1;
    if (index >= 0 && found < 0) found = pos + index;
  });
  if (found < 0) throw new Error(`not there: ${words}`);
  return found;
}

function anchor(page: Replica, words: string): CommentAnchor {
  const from = at(page, words);
  const now = shown(page);
  const made = anchorOf(page, now, TextSelection.create(now, from, from + words.length));
  if (made === null) throw new Error('nothing to comment on');
  return made;
}

/** Returns the current text of an anchor. */
function about(page: Replica, given: CommentAnchor): string | null {
  const now = shown(page);
  const found = createFinder(page, now)(given);
  return found && now.textBetween(found.from, found.to, '\n');
}

const type = (page: Replica, before: string, words: string): void =>
  write(page, (state) => state.tr.insertText(words, at(page, before)));
const remove = (page: Replica, words: string): void =>
  write(page, (state) => state.tr.delete(at(page, words), at(page, words) + words.length));

test('finds an anchor for every character in a document with many kinds of nodes', () => {
  const item = (text: string): object => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  });
  const page = pageOf(
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
  const now = shown(page);
  now.descendants((node, pos) => {
    if (!node.isText) return;
    for (let from = pos; from < pos + node.nodeSize; from += 1) {
      const given = anchorOf(page, now, TextSelection.create(now, from, from + 1));
      if (given !== null) expect(createFinder(page, now)(given)).toEqual({ from, to: from + 1 });
    }
  });
});

describe('an anchor on “brown fox” follows its text', () => {
  const text = 'The quick brown fox jumps over it.';
  const quote = 'brown fox';
  const cases: readonly [string, (page: Replica) => void, string | null][] = [
    ['when nothing changes', () => {}, quote],
    ['when text is typed before it', (page) => type(page, 'quick', 'very '), quote],
    ['when text is typed right before it', (page) => type(page, 'brown', 'shy '), quote],
    ['when text is typed in it', (page) => type(page, 'fox', 'old '), 'brown old fox'],
    ['when text is typed right after it', (page) => type(page, ' jumps', ' lazily'), quote],
    ['when a part of it is deleted', (page) => remove(page, 'brown '), 'fox'],
    ['when text is deleted across its end', (page) => remove(page, 'fox jumps'), 'brown '],
    ['when it is deleted', (page) => remove(page, quote), null],
    [
      'when its paragraph is deleted',
      (page) => write(page, (state) => state.tr.delete(0, state.doc.child(0).nodeSize)),
      null,
    ],
    [
      'when a paragraph is inserted before it',
      (page) => write(page, (state) => state.tr.insert(0, schema.node('paragraph'))),
      quote,
    ],
    [
      'when its paragraph is split before it',
      (page) => write(page, (state) => state.tr.split(at(page, 'quick'))),
      quote,
    ],
    [
      'when its paragraph is split right before it',
      (page) => write(page, (state) => state.tr.split(at(page, 'brown'))),
      quote,
    ],
    [
      'when its paragraph is split after it',
      (page) => write(page, (state) => state.tr.split(at(page, ' jumps'))),
      quote,
    ],
    [
      'when its paragraph is split in the middle of it',
      (page) => write(page, (state) => state.tr.split(at(page, 'fox'))),
      'brown \nfox',
    ],
    ['when it becomes bold', (page) => bold(page, 'fox jumps'), quote],
    ['when its paragraph becomes a heading', (page) => write(page, heading), quote],
    [
      'when its paragraph is joined to the previous one',
      (page) => write(page, (state) => state.tr.join(state.doc.child(0).nodeSize)),
      quote,
    ],
    ['when its paragraph is cut and pasted further down', (page) => write(page, moveFirst), quote],
  ];
  test.each(cases)('%s', (what, change, expected) => {
    const isJoined = what.includes('joined');
    const page = pageOf(...(isJoined ? ['Look here. ', text, 'The end.'] : [text, 'The end.']));
    const given = anchor(page, quote);
    const other = copyOf(page);
    change(page);
    expect(about(page, given)).toBe(expected);
    hear(other, page);
    expect(about(other, given)).toBe(expected);
  });

  function bold(page: Replica, words: string): void {
    write(page, (state) =>
      state.tr.addMark(at(page, words), at(page, words) + words.length, schema.mark('bold')),
    );
  }
  function heading({ tr }: EditorState): Transaction {
    return tr.setBlockType(0, 5, schema.nodes['heading'] ?? null!, { level: 2 });
  }
  function moveFirst({ tr, doc }: EditorState): Transaction {
    return tr.delete(0, doc.child(0).nodeSize).insert(tr.doc.content.size, doc.child(0));
  }
});

test('an anchor is found again on every page after its deletion is undone', () => {
  const page = pageOf('The quick brown fox jumps.', 'A fox.');
  const other = copyOf(page);
  const given = anchor(page, 'fox');
  remove(page, 'brown fox');
  expect(about(page, given)).toBeNull();
  page.undo('undo', { kind: 'edit' });
  hear(other, page);
  expect(shown(other).textContent).toContain('brown fox jumps');
  expect(about(page, given)).toBe('fox');
  expect(about(other, given)).toBe('fox');
  expect(createFinder(other, shown(other))(given)?.from).toBe(at(other, 'fox jumps'));
});

test('an anchor has the same text on both pages after concurrent edits around and inside it', () => {
  const page = pageOf('The quick brown fox jumps.');
  const given = anchor(page, 'brown fox');
  const other = copyOf(page);
  type(page, 'quick', 'very ');
  type(page, 'fox', 'old ');
  type(other, 'brown', 'shy ');
  write(other, (state) => state.tr.split(at(other, ' jumps')));
  hear(page, other);
  hear(other, page);
  expect(about(page, given)).toBe('brown old fox');
  expect(about(other, given)).toBe('brown old fox');
});

test('does not match a deleted short quote elsewhere, nor a long quote that occurs twice', () => {
  const page = pageOf(
    'A fox here.',
    'A fox there.',
    'Words that stand twice.',
    'Between.',
    'Words that stand twice.',
  );
  const [short, long] = [anchor(page, 'fox'), anchor(page, 'Words that stand')];
  write(page, (state) => state.tr.delete(0, state.doc.child(0).nodeSize));
  expect(about(page, short)).toBeNull();
  write(page, (state) => state.tr.insert(state.doc.content.size, state.doc.child(1)));
  const third = shown(page).child(0).nodeSize;
  write(page, (state) => state.tr.delete(third, third + state.doc.child(1).nodeSize));
  expect(about(page, long)).toBeNull();
});

test('an anchor excludes the white space and block boundaries around the selection', () => {
  const page = pageOf('One.', '', 'Two words.');
  const now = shown(page);
  const made = anchorOf(page, now, TextSelection.create(now, 5, at(page, ' words') + 1));
  expect(made?.quote).toBe('Two');
  const all = anchorOf(page, now, TextSelection.create(now, 1, now.content.size - 1));
  expect(all?.quote).toBe('One.\n\nTwo words.');
  expect(about(page, all!)).toBe('One.\n\nTwo words.');
});

test('without a selection, an anchor covers the block at the caret; an empty block has none', () => {
  const page = pageOf('One two.', '');
  const now = shown(page);
  expect(anchorOf(page, now, TextSelection.create(now, 4))?.quote).toBe('One two.');
  expect(anchorOf(page, now, TextSelection.create(now, now.content.size - 1))).toBeNull();
  const empty = shown(pageOf(''));
  expect(anchorOf(pageOf(''), empty, TextSelection.create(empty, 1))).toBeNull();
});

test('anchors a picture with or without alternative text, and does not find it after its deletion', () => {
  const picture = (alt: string | null): object => ({
    type: 'image',
    attrs: { src: 'https://example.org/a.png', alt },
  });
  for (const [alt, quote] of [
    ['A mill', 'A mill'],
    [null, ''],
  ] as const) {
    const page = pageOf('One.', picture(alt), 'Two.');
    const now = shown(page);
    const given = anchorOf(page, now, NodeSelection.create(now, now.child(0).nodeSize));
    expect(given?.quote).toBe(quote);
    type(page, 'One', 'At ');
    const moved = shown(page);
    const found = createFinder(page, moved)(given!);
    expect(found && moved.nodeAt(found.from)?.type.name).toBe('image');
    write(page, (state) => state.tr.delete(found!.from, found!.to));
    expect(createFinder(page, shown(page))(given!)).toBeNull();
  }
});

test('does not find places of another document, or of text that has not arrived', () => {
  const page = pageOf('The quick brown fox jumps.');
  const given = anchor(page, 'brown fox');
  expect(about(pageOf('Something else.'), given)).toBeNull();
  expect(about(new Replica(new Y.Doc(), grammar), given)).toBeNull();
});
