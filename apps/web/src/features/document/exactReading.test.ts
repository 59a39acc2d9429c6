import { documentExtensions, textOfDoc } from '@longhand/document';
import { createTaking } from '@longhand/sync';
import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { getRelativeSelection, initProseMirrorDoc, ProsemirrorBinding, ySyncPlugin } from '@tiptap/y-tiptap';
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { bindExactly } from './exactReading.ts';

const schema = getSchema(documentExtensions);
const line = (type: string, text: string) => ({ type, ...(text !== '' && { content: [{ type: 'text', text }] }) });
const item = (text: string) => ({ type: 'listItem', content: [line('paragraph', text)] });

/** Two people with the same text; the first has an editor (all of one but the screen), the second writes into the shared text. */
function twoPeople(blocks: readonly object[]) {
  const [mine, theirs] = [new Y.Doc(), new Y.Doc()];
  // Of two letters at one place the one of the lesser id comes first.
  [mine.clientID, theirs.clientID] = [1, 2];
  const taking = createTaking(mine);
  mine.on('update', (update: Uint8Array, origin) => origin !== taking.origin && Y.applyUpdate(theirs, update, mine));
  theirs.on('update', (update: Uint8Array, origin) => origin !== mine && taking.apply([update]));
  const root = textOfDoc(mine);
  const binding = new ProsemirrorBinding(root);
  const transactions: Transaction[] = [];
  const start = Node.fromJSON(schema, { type: 'doc', content: blocks });
  const view = {
    state: EditorState.create({ doc: start, plugins: [ySyncPlugin(root)] }),
    hasFocus: () => view.domObserver !== undefined,
    composing: false,
    /** What the browser has done in the page, and has not told of yet. */
    domObserver: undefined as { flush(): void } | undefined,
    dispatch(tr: Transaction) {
      transactions.push(tr);
      view.state = view.state.apply(tr);
    },
  };
  binding.initView(view);
  const unbind = bindExactly(binding);
  const write = (): void => binding.mux(() => binding._prosemirrorChanged(view.state.doc));
  write();
  return {
    root,
    view,
    binding,
    unbind,
    theirs: textOfDoc(theirs),
    type(change: (state: EditorState) => Transaction) {
      view.state = view.state.apply(change(view.state));
      write();
    },
    taken: () => transactions.splice(0),
  };
}

const shownOf = (root: Y.XmlFragment): Node => initProseMirrorDoc(root, schema).doc;

/** Whether what the binding remembers of each shared node has the size that it has on the screen: carets of others are counted by it. */
function expectSizes(binding: ProsemirrorBinding, root: Y.XmlFragment): void {
  const { mapping } = initProseMirrorDoc(root, schema);
  for (const [shared, node] of mapping) {
    const known = binding.mapping.get(shared);
    if (known instanceof Node && node instanceof Node) expect(known.nodeSize).toBe(node.nodeSize);
  }
}

test('a letter of somebody else replaces its block, and leaves all others as they are', () => {
  const { theirs, view, taken } = twoPeople([line('paragraph', 'one'), line('paragraph', 'two'), line('paragraph', 'three')]);
  const before = view.state.doc;
  ((theirs.get(1) as Y.XmlElement).get(0) as Y.XmlText).insert(3, '!');
  const [tr] = taken();
  expect(view.state.doc.textBetween(0, view.state.doc.content.size, '|')).toBe('one|two!|three');
  expect([view.state.doc.child(0), view.state.doc.child(2)]).toEqual([before.child(0), before.child(2)]);
  expect(view.state.doc.child(0)).toBe(before.child(0));
  expect(view.state.doc.child(2)).toBe(before.child(2));
  expect(
    tr?.mapping.maps.flatMap((map) => {
      const all: number[][] = [];
      map.forEach((from, to) => void all.push([from, to]));
      return all;
    }),
  ).toEqual([[5, 10]]);
});

test('what does not change the text changes nothing', () => {
  const { root, view, taken } = twoPeople([line('paragraph', 'one')]);
  const before = view.state.doc;
  root.doc?.transact(() => {
    const words = (root.get(0) as Y.XmlElement).get(0) as Y.XmlText;
    words.insert(0, 'x');
    words.delete(0, 1);
  }, 'elsewhere');
  expect(view.state.doc.eq(before)).toBe(true);
  expect(taken().length).toBeLessThanOrEqual(1);
});

test('the caret stays where it was while somebody writes before, behind and beside it', () => {
  const { theirs, view, type } = twoPeople(['one', 'two', 'three'].map((text) => line('paragraph', text)));
  type(({ tr }) => tr.setSelection(TextSelection.create(tr.doc, 7)));
  const caret = (): string => view.state.doc.textBetween(view.state.selection.head, view.state.selection.head + 1);
  expect(caret()).toBe('w');
  for (const at of [0, 1, 2]) ((theirs.get(at) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'xx');
  expect(caret()).toBe('w');
  theirs.delete(0, 1);
  expect(caret()).toBe('w');
});

test('who types at the end of a line goes on there when somebody else types in the same line', () => {
  const { theirs, view, type } = twoPeople([line('paragraph', 'a')]);
  const words = (theirs.get(0) as Y.XmlElement).get(0) as Y.XmlText;
  // After an insertion the caret is behind it.
  type(({ tr }) => tr.setSelection(TextSelection.create(tr.doc, 2)).insertText('b'));
  expect(view.state.doc.textContent.slice(0, view.state.selection.head - 1)).toMatch(/b$/);
  const before = view.state.doc.textContent;
  words.insert(words.length, '123');
  expect(view.state.doc.textContent).toBe(`${before}123`);
  expect(view.state.doc.textContent.slice(0, view.state.selection.head - 1)).toBe(before);
  words.insert(0, '0');
  expect(view.state.doc.textContent.slice(0, view.state.selection.head - 1)).toBe(`0${before}`);
});

test('whatever both do, the editor shows what the shared text says, and what is remembered of it has the right sizes', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let drawn = seed;
    const below = (most: number): number => {
      drawn = (drawn * 48_271) % 2_147_483_647;
      return drawn % most;
    };
    const list = { type: 'bulletList', content: [item('a'), item('b'), item('c')] };
    const { root, theirs, view, binding, type } = twoPeople([line('paragraph', 'one'), list, line('paragraph', 'two'), list]);
    for (let i = 0; i < 40; i += 1) {
      if (below(2) === 0) {
        const { size } = view.state.doc.content;
        const $at = TextSelection.near(view.state.doc.resolve(below(size + 1))).$from;
        const act = below(4);
        type((state) => {
          const tr = state.tr.setSelection(TextSelection.create(state.doc, $at.pos));
          if (act === 0) return tr.insertText('mine', $at.pos);
          if (act === 1) return tr.split($at.pos);
          if (act === 2) return tr.delete($at.start(), $at.end());
          return state.doc.childCount > 2 ? tr.delete($at.before(1), $at.after(1)) : tr.insertText('x', $at.pos);
        });
      } else {
        const block = theirs.get(below(theirs.length));
        const act = below(4);
        if (act === 0 && theirs.length > 2) theirs.delete(below(theirs.length), 1);
        else if (act === 1) {
          const made = new Y.XmlElement('paragraph');
          made.insert(0, [new Y.XmlText('theirs')]);
          theirs.insert(below(theirs.length + 1), [made]);
        } else if (block instanceof Y.XmlElement) {
          let inner: unknown = block;
          while (inner instanceof Y.XmlElement && inner.length > 0) inner = inner.get(below(inner.length));
          if (inner instanceof Y.XmlText) inner.insert(below(inner.length + 1), act === 2 ? 'y' : 'zz');
        }
      }
      expect(view.state.doc.toJSON(), `seed ${seed}, step ${i}`).toEqual(shownOf(root).toJSON());
      expectSizes(binding, root);
    }
  }
});

test('it can be taken off again: then the binding does as it does by itself', () => {
  const { unbind, binding, theirs, view } = twoPeople([line('paragraph', 'one'), line('paragraph', 'two')]);
  const before = view.state.doc;
  unbind();
  ((theirs.get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'x');
  expect(view.state.doc.textContent).toBe('xonetwo');
  expect(view.state.doc.child(1)).not.toBe(before.child(1));
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  binding.destroy();
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});

test('a caret that went with a text that others made longer, and then shorter, is where it was in the words', () => {
  const { theirs, view, type } = twoPeople(
    [...Array(40).keys()].map((i) => line('paragraph', `Paragraph ${i} ${'with its words '.repeat(20)}`)),
  );
  type(({ tr, doc }) => tr.setSelection(TextSelection.create(doc, doc.content.size - 4)));
  const behind = (): string => view.state.doc.textBetween(view.state.selection.head, view.state.doc.content.size);
  const words = behind();
  // Far above the caret: it is only carried along.
  ((theirs.get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'before ');
  theirs.delete(0, 38);
  expect(behind()).toBe(words);
  theirs.delete(1, 1);
  expect(view.state.doc.childCount).toBe(1);
});

test('a place from before something was undone does not move the caret when others write, nor keep their words from being shown', () => {
  const { theirs, view, binding, type } = twoPeople(['one', 'two', 'three'].map((text) => line('paragraph', text)));
  type(({ tr, doc }) => tr.setSelection(TextSelection.create(doc, 7)));
  // As the editor's undo leaves it: where the caret was in a text that was longer.
  const first = EditorState.create({ doc: view.state.doc, selection: TextSelection.create(view.state.doc, 1) });
  Object.assign(binding, {
    beforeTransactionSelection: { ...getRelativeSelection(binding, first), absAnchor: 900, absHead: 900 },
  });
  theirs.delete(0, 1);
  expect(view.state.doc.textBetween(0, view.state.doc.content.size, '|')).toBe('two|three');
  expect(view.state.selection.head).toBe(2);
});

test('a caret that cannot be found again does not keep what others wrote from being shown', () => {
  const { root, view, binding, type } = twoPeople(['one', 'two', 'three'].map((text) => line('paragraph', text)));
  type(({ tr, doc }) => tr.setSelection(TextSelection.create(doc, 7)));
  root.doc?.transact(() => {
    const place = getRelativeSelection(binding, view.state);
    Object.assign(binding, { beforeTransactionSelection: { ...place, absAnchor: 900, absHead: 900 } });
    root.delete(0, 1);
  }, 'elsewhere');
  expect(view.state.doc.toJSON()).toEqual(shownOf(root).toJSON());
  expect(view.state.doc.childCount).toBe(2);
});

test('texts of one’s own that have come to stand side by side are shown as they are, and left as they are', () => {
  const { root, theirs, view, taken } = twoPeople([line('paragraph', 'one')]);
  const block = root.get(0) as Y.XmlElement;
  block.insert(
    1,
    [' two', ' three'].map((words) => new Y.XmlText(words)),
  );
  expect(view.state.doc.textContent).toBe('one two three');
  taken();
  const before = Y.encodeStateVector(root.doc as Y.Doc);
  ((theirs.get(0) as Y.XmlElement).get(1) as Y.XmlText).insert(0, '!');
  expect(view.state.doc.textContent).toBe('one! two three');
  expect(block.toArray().map(String)).toEqual(['one', '! two', ' three']);
  expect(Y.decodeStateVector(Y.encodeStateVector(root.doc as Y.Doc)).get(1)).toBe(Y.decodeStateVector(before).get(1));
});

test('what the browser has not told of when something arrives is written as one’s own, and reaches the other', () => {
  const { theirs, view, type } = twoPeople([line('paragraph', 'one'), line('paragraph', 'two')]);
  view.domObserver = { flush: () => type(({ tr }) => tr.insertText('mine ', 1)) };
  ((theirs.get(1) as Y.XmlElement).get(0) as Y.XmlText).insert(3, '!');
  expect(view.state.doc.textBetween(0, view.state.doc.content.size, '|')).toBe('mine one|two!');
  expect(shownOf(theirs).toJSON()).toEqual(view.state.doc.toJSON());
});
