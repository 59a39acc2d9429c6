import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { Mapping, type StepMap } from '@tiptap/pm/transform';
import { DecorationSet } from '@tiptap/pm/view';
import { mergedMaps } from '../text/merged-maps.ts';
import { rangeOf, type BlockSpan } from './block-ranges.ts';
import { renderedIn } from './rendered-blocks.ts';

/**
 * Decorations of a text, and those of them in the rendered blocks. The editor gets only the latter:
 * for each block of the text, it searches all blocks with decorations.
 */
export type ClippedDecorations = {
  /** All decorations before the changes of `maps`: they are mapped when they are needed. */
  readonly all: DecorationSet;
  readonly maps: readonly StepMap[];
  readonly shown: DecorationSet;
  /** The rendered blocks; null if all blocks are rendered. */
  readonly spans: readonly BlockSpan[] | null;
};

/** Number of maps above which all decorations are mapped. */
const mapsMax = 100;

/** No decorations. */
export const noDecorations: ClippedDecorations = {
  all: DecorationSet.empty,
  maps: [],
  shown: DecorationSet.empty,
  spans: null,
};

/** Clips decorations to the rendered blocks. `state`: the state whose document they are for. */
export function clipped(all: DecorationSet, state: EditorState): ClippedDecorations {
  const spans = spansIn(state);
  return { all, maps: [], shown: spans === null ? all : within(all, state, spans), spans };
}

/** Returns all decorations in a document, to which they have been mapped. */
export function allIn({ all, maps }: ClippedDecorations, doc: Node): DecorationSet {
  return maps.length === 0 ? all : all.map(new Mapping([...maps]), doc);
}

/**
 * Maps decorations through a transaction, and clips them again if other blocks are rendered.
 *
 * @param state the state that the transaction results in, with its rendered blocks
 */
export function mapClipped(
  before: ClippedDecorations,
  tr: Transaction,
  state: EditorState,
): ClippedDecorations {
  const { docChanged, mapping, doc } = tr;
  const spans = spansIn(state);
  if (before.all === DecorationSet.empty) return { ...before, spans };
  const maps = docChanged ? mergedMaps(before.maps, mapping.maps) : before.maps;
  const areShown =
    spans !== null &&
    before.spans !== null &&
    (spans === before.spans || areSameBlocks(tr, before.spans, spans));
  if (!areShown || maps.length > mapsMax) return clipped(allIn({ ...before, maps }, doc), state);
  const shown = docChanged ? before.shown.map(mapping, doc) : before.shown;
  return { all: before.all, maps, shown, spans };
}

function spansIn(state: EditorState): readonly BlockSpan[] | null {
  const rendered = renderedIn(state);
  return rendered === undefined || rendered.window === null ? null : rendered.spans;
}

/** True if spans after a transaction have the blocks of earlier spans. */
function areSameBlocks(
  { before, doc, mapping }: Transaction,
  earlier: readonly BlockSpan[],
  now: readonly BlockSpan[],
): boolean {
  if (now.length !== earlier.length) return false;
  return now.every((span, i) => {
    const [was, is] = [rangeOf(before, earlier[i] as BlockSpan), rangeOf(doc, span)];
    return mapping.map(was.from, -1) === is.from && mapping.map(was.to, 1) === is.to;
  });
}

/** Returns the decorations that touch a block of one of the spans. */
function within(
  all: DecorationSet,
  { doc }: EditorState,
  spans: readonly BlockSpan[],
): DecorationSet {
  let end = -1;
  const found = spans.flatMap((span) => {
    const range = rangeOf(doc, span);
    const before = end;
    end = range.to;
    // Leaves out decorations that the previous span has: they touch both.
    return all.find(range.from, range.to).filter(({ from }) => from > before);
  });
  return DecorationSet.create(doc, found);
}
