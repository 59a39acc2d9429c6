import { documentSchema as schema } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { EditorState, Plugin, Selection, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockAt, blockStarts } from './block-ranges.ts';
import {
  isIn,
  renderedBlocks,
  renderedBlocksKey,
  renderedIn,
  shortText,
} from './rendered-blocks.ts';
import { ViewportMemory } from './viewport-memory.ts';

const p = (words: string): Node =>
  schema.node('paragraph', null, words === '' ? [] : [schema.text(words)]);
const blocks = (count: number): Node[] => Array.from({ length: count }, (_, i) => p(`Block ${i}`));

const stateOf = (count: number): EditorState =>
  EditorState.create({
    doc: schema.node('doc', null, blocks(count)),
    plugins: [new Plugin({ key: renderedBlocksKey, state: renderedBlocks(new ViewportMemory()) })],
  });

/** Returns the indexes of the rendered blocks, as the decorations mark them. */
function marked(state: EditorState): number[] {
  const starts = blockStarts(state.doc);
  return (renderedIn(state)?.decorations.find() ?? []).map(({ from, to }) => {
    const block = blockAt(state.doc, from);
    expect([from, to]).toEqual([starts[block], starts[block + 1]]);
    return block;
  });
}

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

const show = (state: EditorState, first: number, last: number): EditorState =>
  state.apply(state.tr.setMeta(renderedBlocksKey, { window: { first, last } }));

describe('the rendered blocks', () => {
  test('of a short text are all of them, also after it has grown or shrunk', () => {
    let state = stateOf(shortText - 1);
    expect(marked(state)).toEqual(upTo(0, shortText - 2));
    state = state.apply(state.tr.insert(0, p('new')));
    expect(marked(state)).toEqual(upTo(0, shortText - 1));
    state = state.apply(state.tr.delete(0, state.doc.content.size / 2));
    expect(marked(state)).toEqual(upTo(0, state.doc.childCount - 1));
  });

  test('of a long text are the first ones, then those near the window and at the selection', () => {
    let state = stateOf(1_000);
    expect(marked(state)).toEqual(upTo(0, 39));
    state = show(state, 500, 560);
    expect(marked(state)).toEqual([...upTo(0, 12), ...upTo(500, 560)]);
    state = state.apply(state.tr.setSelection(Selection.atEnd(state.doc)));
    // The first block determines the direction of the text.
    expect(marked(state)).toEqual([0, ...upTo(500, 560), ...upTo(987, 999)]);
  });

  test('of a selection of everything are those at its ends', () => {
    let state = show(stateOf(1_000), 500, 510);
    state = state.apply(
      state.tr.setSelection(TextSelection.create(state.doc, 1, state.doc.content.size - 1)),
    );
    expect(marked(state)).toEqual([...upTo(0, 12), ...upTo(500, 510), ...upTo(987, 999)]);
  });

  test('move with changes before them, and include blocks that are inserted between them', () => {
    let state = show(stateOf(1_000), 500, 510);
    state = state.apply(state.tr.insert(blockStarts(state.doc)[100] ?? 0, blocks(5)));
    expect(marked(state)).toEqual([...upTo(0, 12), ...upTo(505, 515)]);
    state = state.apply(state.tr.split((blockStarts(state.doc)[507] ?? 0) + 3));
    expect(marked(state)).toEqual([...upTo(0, 12), ...upTo(505, 516)]);
  });

  test('are few after a long text was inserted', () => {
    let state = stateOf(10);
    state = state.apply(state.tr.insert(state.doc.content.size, blocks(5_000)));
    expect(marked(state).length).toBeLessThanOrEqual(401);
    expect(marked(state)).toContain(0);
  });

  test('are the same decorations while nothing changes, so that nothing is rendered again', () => {
    const state = show(stateOf(1_000), 500, 510);
    const { decorations } = renderedIn(state) ?? {};
    const moved = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 3)));
    expect(renderedIn(moved)?.decorations).toBe(decorations);
    expect(renderedIn(state.apply(state.tr.setMeta('other', true)))).toBe(renderedIn(state));
  });

  test('are all blocks for printing', () => {
    const state = stateOf(300);
    const printed = state.apply(state.tr.setMeta(renderedBlocksKey, { window: null }));
    expect(marked(printed)).toEqual(upTo(0, 299));
    const longer = printed.apply(printed.tr.insert(0, blocks(700)));
    expect(marked(longer)).toEqual(upTo(0, 999));
    expect(marked(show(longer, 500, 510))).not.toContain(400);
  });

  test('always include both ends of the selection, whatever is changed', () => {
    const act = fc.record({
      kind: fc.constantFrom('insert', 'delete', 'replace', 'select', 'scroll', 'split'),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      size: fc.integer({ min: 1, max: 120 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 150, max: 600 }),
        fc.array(act, { maxLength: 12 }),
        (n, acts) => {
          let state = stateOf(n);
          for (const { kind, at, size } of acts) {
            const { doc, tr } = state;
            const starts = blockStarts(doc);
            const first = Math.floor(at * (doc.childCount - 1));
            const last = Math.min(first + size, doc.childCount - 1);
            const [from = 0, to = 0] = [starts[first], starts[last]];
            if (kind === 'insert') tr.insert(from, blocks(size));
            else if (kind === 'delete' && first > 0) tr.delete(from, to);
            else if (kind === 'replace') tr.replaceWith(from, to, blocks(3));
            else if (kind === 'select')
              tr.setSelection(TextSelection.create(doc, from + 1, to + 1));
            else if (kind === 'split') tr.split(from + 1);
            else tr.setMeta(renderedBlocksKey, { window: { first, last } });
            state = state.apply(tr);
            const shown = renderedIn(state);
            expect(marked(state)).toEqual(
              shown?.spans.flatMap((span) => upTo(span.first, span.last)),
            );
            for (const end of [state.selection.anchor, state.selection.head])
              expect(isIn(shown?.spans ?? [], blockAt(state.doc, end))).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
