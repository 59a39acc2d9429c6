import { documentSchema as schema } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockStarts, rangeOf } from './block-ranges.ts';
import { allIn, clipped, mapClipped, type ClippedDecorations } from './clipped-decorations.ts';
import { renderedBlocks, renderedBlocksKey, renderedIn } from './rendered-blocks.ts';
import { ViewportMemory } from './viewport-memory.ts';

const p = (words: string): Node => schema.node('paragraph', null, [schema.text(words)]);

const stateOf = (count: number): EditorState =>
  EditorState.create({
    doc: schema.node(
      'doc',
      null,
      Array.from({ length: count }, (_, i) => p(`Block ${i}`)),
    ),
    plugins: [new Plugin({ key: renderedBlocksKey, state: renderedBlocks(new ViewportMemory()) })],
  });

/** Decorations of every seventh block, of a passage over many blocks, and between two blocks. */
function decorationsOf({ doc }: EditorState): DecorationSet {
  const starts = blockStarts(doc);
  const inBlocks = starts
    .slice(0, -1)
    .filter((_, i) => i % 7 === 0)
    .map((start, i) => Decoration.inline(start + 1, start + 4, { class: `c${i}` }));
  const passage = Decoration.inline(starts[5] ?? 0, (starts[600] ?? 0) + 2, { class: 'passage' });
  const block = Decoration.node(starts[3] ?? 0, starts[4] ?? 0, { class: 'block' });
  return DecorationSet.create(doc, [...inBlocks, passage, block]);
}

const placesOf = (decorations: readonly Decoration[]): string[] =>
  decorations.map(({ from, to }) => `${from}-${to}`).toSorted();

/** Asserts that exactly the decorations that touch a rendered block are shown, each once. */
function expectClipped(decorations: ClippedDecorations, state: EditorState): void {
  const { shown } = decorations;
  const ranges = (renderedIn(state)?.spans ?? []).map((span) => rangeOf(state.doc, span));
  const touching = allIn(decorations, state.doc)
    .find()
    .filter((each) => ranges.some(({ from, to }) => each.from <= to && each.to >= from));
  expect(placesOf(shown.find())).toEqual(placesOf(touching));
}

test('decorations of a short text are not clipped', () => {
  const state = stateOf(20);
  const all = DecorationSet.create(state.doc, [Decoration.inline(1, 4, { class: 'c' })]);
  expect(clipped(all, state).shown).toBe(all);
});

test('the shown decorations are those of the rendered blocks, while the text and the window change', () => {
  const act = fc.record({
    kind: fc.constantFrom('window', 'type', 'split', 'delete', 'insert', 'move'),
    at: fc.nat({ max: 997 }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      let state = stateOf(1_000);
      let decorations = clipped(decorationsOf(state), state);
      expectClipped(decorations, state);
      for (const { kind, at } of acts) {
        const tr = transaction(state, kind, at);
        state = state.apply(tr);
        decorations = mapClipped(decorations, tr, state);
        expectClipped(decorations, state);
      }
    }),
    { numRuns: 20 },
  );
});

test('a block that moves into the rendered ones in place of another brings its decorations', () => {
  let state = stateOf(1_000);
  const starts = blockStarts(state.doc);
  const caret = TextSelection.create(state.doc, (starts[300] ?? 0) + 1);
  const window = { window: { first: 600, last: 640 } };
  state = state.apply(state.tr.setSelection(caret).setMeta(renderedBlocksKey, window));
  const inEach = starts.slice(0, -1).map((start) => Decoration.inline(start + 1, start + 4, {}));
  const before = clipped(DecorationSet.create(state.doc, inEach), state);
  const moved = state.doc.child(295);
  const start = starts[295] ?? 0;
  const tr = state.tr.delete(start, start + moved.nodeSize).insert(starts[280] ?? 0, moved);
  state = state.apply(tr);
  expectClipped(mapClipped(before, tr, state), state);
});

function transaction(state: EditorState, kind: string, at: number): Transaction {
  const { doc, tr } = state;
  const block = at % doc.childCount;
  const start = blockStarts(doc)[block] ?? 0;
  if (kind === 'window') {
    const window = { first: block, last: Math.min(block + 30, doc.childCount - 1) };
    return tr.setMeta(renderedBlocksKey, { window });
  }
  if (kind === 'type') return tr.insertText('x', start + 2);
  if (kind === 'split') return tr.split(start + 3);
  if (kind === 'insert') return tr.insert(start, p('Inserted'));
  if (kind === 'move') {
    const moved = doc.child(block);
    const to = blockStarts(doc)[Math.max(block - 15, 0)] ?? 0;
    return tr.delete(start, start + moved.nodeSize).insert(to, moved);
  }
  return tr.delete(start, start + doc.child(block).nodeSize);
}
