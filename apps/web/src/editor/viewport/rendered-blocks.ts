import type { Node } from '@tiptap/pm/model';
import { PluginKey, type EditorState, type StateField, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { decorate } from '../text/decorate.ts';
import type { TextRange } from '../text/text-range.ts';
import { firstWithLetter } from './block-content.ts';
import {
  around,
  blockAt,
  blockStarts,
  joined,
  rangeOf,
  spanOf,
  type BlockSpan,
} from './block-ranges.ts';
import type { ViewportMemory } from './viewport-memory.ts';

/** Maximum number of blocks of a text that is rendered as a whole. */
export const shortText = 200;

/** Blocks that are rendered at first: several screens. */
const atFirst: BlockSpan = { first: 0, last: 39 };

/** Number of blocks rendered on each side of both ends of the selection. */
const besideSelection = 12;

/** Maximum number of blocks that a change of the text can add to the rendered ones. */
const mostBlocks = 400;

/** The rendered blocks of a text. The others are replaced by stand-ins. */
export type RenderedBlocks = {
  /** Blocks near the window of the browser; null for all blocks, as of a short text. */
  readonly window: BlockSpan | null;
  /** True while all blocks of a text of any length are rendered, for printing. */
  readonly isWhole: boolean;
  /**
   * All rendered blocks: those near the window, those at the selection, and the one that determines
   * the direction of the text.
   */
  readonly spans: readonly BlockSpan[];
  /** Marks the rendered blocks for their node views. */
  readonly decorations: DecorationSet;
  readonly memory: ViewportMemory;
};

/** Change of the rendered blocks, as metadata of a transaction. `window`: null for all blocks. */
type WindowChange = { readonly window: BlockSpan | null };

/** Key of the plugin that holds the rendered blocks. */
export const renderedBlocksKey = new PluginKey<RenderedBlocks>('renderedBlocks');

/** Returns the rendered blocks of a text; undefined if the editor renders all of them. */
export function renderedIn(state: EditorState): RenderedBlocks | undefined {
  return renderedBlocksKey.getState(state);
}

/** Renders the blocks near the window of the browser. `window`: null for all blocks. */
export function renderWindow(view: EditorView, window: BlockSpan | null): void {
  decorate(view, renderedBlocksKey, { window } satisfies WindowChange);
}

/**
 * Renders the block at a position and those around it, so that it can be scrolled into view. Then
 * the blocks near the window are rendered as usual.
 */
export function renderAround(view: EditorView, pos: number): void {
  const rendered = renderedIn(view.state);
  const { doc } = view.state;
  const block = blockAt(doc, pos);
  if (rendered === undefined || isIn(rendered.spans, block)) return;
  renderWindow(view, around(doc, block, besideSelection));
}

/** True if a block is in one of the spans. */
export function isIn(spans: readonly BlockSpan[], block: number): boolean {
  return spans.some(({ first, last }) => first <= block && block <= last);
}

const rendered = { rendered: true };
const noAttributes = {};

/** True for the decorations of a rendered block. */
export function isMarked(decorations: readonly Decoration[]): boolean {
  return decorations.some(({ spec }) => (spec as Partial<typeof rendered>).rendered === true);
}

/**
 * State of the rendered blocks. A change of the text maps the blocks near the window; the
 * selection renders the blocks at its ends, also if they are far from the window.
 */
export function renderedBlocks(memory: ViewportMemory): StateField<RenderedBlocks> {
  return {
    init: (_config, state) => {
      const isShort = state.doc.childCount <= shortText;
      const window = isShort ? null : memory.restore(state.doc, atFirst);
      return render(state, window, { isWhole: false, memory, decorations: DecorationSet.empty });
    },
    apply(tr, before) {
      const change = tr.getMeta(renderedBlocksKey) as WindowChange | undefined;
      if (!tr.docChanged && !tr.selectionSet && change === undefined) return before;
      const decorations = before.decorations.map(tr.mapping, tr.doc);
      if (change === undefined)
        return (
          kept(tr, before, decorations) ??
          render(tr, mappedWindow(tr, before), { ...before, decorations })
        );
      const window = tr.doc.childCount <= shortText ? null : change.window;
      return render(tr, window, { ...before, decorations, isWhole: change.window === null });
    },
  };
}

/**
 * Returns the rendered blocks after a change within one block, as of each key press: the same ones,
 * with their marks mapped. Null if other blocks are rendered.
 */
function kept(
  { before: docBefore, doc, selection }: Transaction,
  before: RenderedBlocks,
  decorations: DecorationSet,
): RenderedBlocks | null {
  const isKept =
    hasSameBlocks(docBefore, doc) &&
    isSame(spansOf({ doc, selection }, before.window), before.spans) &&
    decorations.find().length === before.decorations.find().length;
  return isKept ? { ...before, decorations } : null;
}

/** True if at most one block differs. */
function hasSameBlocks(before: Node, doc: Node): boolean {
  const { childCount } = doc;
  if (before.childCount !== childCount) return false;
  let differing = 0;
  for (let i = 0; i < childCount && differing < 2; i += 1)
    if (before.child(i) !== doc.child(i)) differing += 1;
  return differing < 2;
}

const isSame = (one: readonly BlockSpan[], other: readonly BlockSpan[]): boolean =>
  one.length === other.length &&
  one.every(({ first, last }, i) => first === other[i]?.first && last === other[i]?.last);

function mappedWindow(tr: Transaction, { window, isWhole }: RenderedBlocks): BlockSpan | null {
  const { doc } = tr;
  if (!tr.docChanged) return window;
  if (isWhole || doc.childCount <= shortText) return null;
  const range =
    window === null ? { from: 0, to: tr.before.content.size } : rangeOf(tr.before, window);
  const { first, last } = spanOf(doc, mapped(range, tr));
  // A long text that was pasted or received is not rendered at once.
  return last - first < mostBlocks
    ? { first, last }
    : around(doc, blockAt(doc, tr.selection.head), mostBlocks >> 2);
}

function mapped({ from, to }: TextRange, { mapping }: Transaction): TextRange {
  return { from: mapping.map(from, -1), to: mapping.map(to, 1) };
}

function render(
  state: Pick<EditorState, 'doc' | 'selection'>,
  window: BlockSpan | null,
  { isWhole, memory, decorations }: Omit<RenderedBlocks, 'window' | 'spans'>,
): RenderedBlocks {
  const spans = spansOf(state, window);
  return { window, isWhole, spans, decorations: mark(decorations, state.doc, spans), memory };
}

/** Returns the blocks to render: see {@link RenderedBlocks}. */
function spansOf(
  { doc, selection: { $anchor, $head } }: Pick<EditorState, 'doc' | 'selection'>,
  window: BlockSpan | null,
): readonly BlockSpan[] {
  const last = doc.childCount - 1;
  if (window === null) return [{ first: 0, last }];
  const ends = [$anchor, $head].map((end) =>
    around(doc, Math.max(Math.min(end.index(0), last), 0), besideSelection),
  );
  return joined([window, ...ends, around(doc, firstWithLetter(doc), 0)]);
}

/** Marks the blocks of spans. Returns the earlier decorations if they mark exactly these blocks. */
function mark(earlier: DecorationSet, doc: Node, spans: readonly BlockSpan[]): DecorationSet {
  const starts = blockStarts(doc);
  const marks = spans.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, i) =>
      Decoration.node(starts[first + i] ?? 0, starts[first + i + 1] ?? 0, noAttributes, rendered),
    ),
  );
  const known = earlier.find();
  const isSame =
    known.length === marks.length &&
    marks.every(({ from, to }, i) => known[i]?.from === from && known[i]?.to === to);
  return isSame ? earlier : DecorationSet.create(doc, marks);
}
