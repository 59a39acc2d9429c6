import type { PluginView } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { measureBlock, measureColumn } from './block-heights.ts';
import { blockStarts, type BlockSpan } from './block-ranges.ts';
import { isIn, renderedIn, renderWindow, shortText } from './rendered-blocks.ts';
import { resizeStandIns } from './stand-in.ts';

/** Distance above and below the window in which blocks are rendered (heights of the window). */
const reach = 1.5;

/** Distance in which blocks have to be rendered already (heights of the window). */
const need = 0.5;

/** Number of rendered blocks beyond the reach that are kept, so that few scrolls render blocks. */
const kept = 60;

/**
 * Keeps the blocks near the window of the browser rendered, while the page scrolls, the text
 * changes or the column changes its width. All blocks are rendered for printing.
 */
export class ViewportWatcher implements PluginView {
  readonly #view: EditorView;
  readonly #observer: ResizeObserver;
  readonly #stop = new AbortController();
  #frame: number | null = null;
  #isPrinting = false;
  #isGone = false;

  constructor(view: EditorView) {
    this.#view = view;
    const { signal } = this.#stop;
    window.addEventListener('scroll', () => this.#soon(), { passive: true, signal });
    window.addEventListener('resize', () => this.#soon(), { signal });
    window.addEventListener('beforeprint', () => this.#print(true), { signal });
    window.addEventListener('afterprint', () => this.#print(false), { signal });
    document.addEventListener('copy', () => this.#copy(), { capture: true, signal });
    // The text is shown, hidden or moved, or its column changes its width.
    this.#observer = new ResizeObserver(() => this.#soon());
    this.#observer.observe(view.dom);
  }

  update(view: EditorView, before: EditorView['state']): void {
    if (renderedIn(view.state) !== renderedIn(before)) this.#soon();
  }

  /** Saves the heights of a long text and the position in it for the next editor. */
  save(): void {
    const { doc } = this.#view.state;
    const rendered = renderedIn(this.#view.state);
    if (rendered === undefined || doc.childCount <= shortText) return;
    if (this.#isShown()) this.#measure(() => true);
    rendered.memory.save(doc, rendered.window);
  }

  destroy(): void {
    this.#isGone = true;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#stop.abort();
  }

  #soon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#look();
    });
  }

  #print(isPrinting: boolean): void {
    this.#isPrinting = isPrinting;
    if (isPrinting) renderWindow(this.#view, null);
    else if (this.#isShown()) renderWindow(this.#view, this.#within(reach));
  }

  /**
   * Renders all blocks before text is copied that is selected together with content outside of the
   * editor, such as the whole page: the browser copies what is rendered. The editor copies a
   * selection within its text.
   */
  #copy(): void {
    const selection = getSelection();
    const { dom, state } = this.#view;
    if (selection === null || selection.isCollapsed || state.doc.childCount <= shortText) return;
    const isInside = dom.contains(selection.anchorNode) && dom.contains(selection.focusNode);
    if (isInside || !selection.containsNode(dom, true)) return;
    renderWindow(this.#view, null);
    setTimeout(() => this.#isGone || this.#isPrinting || this.#print(false));
  }

  /** Renders the blocks near the window, if those that are needed are not rendered yet. */
  #look(): void {
    const view = this.#view;
    const { doc } = view.state;
    const rendered = renderedIn(view.state);
    if (rendered === undefined || this.#isPrinting || doc.childCount <= shortText) return;
    if (!this.#isShown()) return;
    if (rendered.memory.heights.setColumn(measureColumn(view.dom))) {
      this.#measure(() => true);
      resizeStandIns(view.dom);
    }
    const { window } = rendered;
    if (window !== null && this.#isEnough(window)) return;
    const near = this.#within(reach);
    // The browser does not report the end of a drag whose source has left the page.
    const next = view.dragging !== null && window !== null ? union(window, near) : near;
    if (next.first === window?.first && next.last === window.last) return;
    this.#measure((block) => block < next.first || block > next.last);
    this.#inPlace(() => renderWindow(view, next));
  }

  /**
   * True if the rendered blocks include all that are needed, and not many beyond the reach. Looks
   * at few blocks: this runs after every key press.
   */
  #isEnough({ first, last }: BlockSpan): boolean {
    const { innerHeight } = window;
    const { childCount } = this.#view.state.doc;
    const rectOf = (block: number): DOMRect | undefined =>
      this.#elementOf(block)?.getBoundingClientRect();
    const [top, bottom] = [rectOf(first)?.top, rectOf(last)?.bottom];
    if (top === undefined || bottom === undefined) return false;
    if (first > 0 && top > -need * innerHeight) return false;
    if (last < childCount - 1 && bottom < (1 + need) * innerHeight) return false;
    if (last - first <= kept) return true;
    const isBeyond =
      (rectOf(first + kept)?.bottom ?? 0) < -reach * innerHeight ||
      (rectOf(last - kept)?.top ?? 0) > (1 + reach) * innerHeight;
    return !isBeyond;
  }

  /**
   * Renders without moving the text in the window, although blocks above it change their estimated
   * heights for exact ones. Most browsers do this themselves (scroll anchoring).
   */
  #inPlace(render: () => void): void {
    if (CSS.supports('overflow-anchor', 'auto')) return render();
    const block = this.#firstBelow(0, this.#view.state.doc.childCount - 1);
    const top = (): number => this.#elementOf(block)?.getBoundingClientRect().top ?? 0;
    const before = top();
    render();
    window.scrollBy({ top: top() - before, behavior: 'instant' });
  }

  /** False if the text is hidden, for example behind a preview. */
  #isShown(): boolean {
    return this.#view.dom.isConnected && this.#view.dom.offsetHeight > 0;
  }

  /** Returns the blocks in the window of the browser and in a distance from it. */
  #within(heights: number): BlockSpan {
    const { innerHeight } = window;
    const { childCount } = this.#view.state.doc;
    const first = this.#firstBelow(-heights * innerHeight, childCount);
    const last = this.#firstBelow((1 + heights) * innerHeight, childCount);
    return { first: Math.min(first, childCount - 1), last: Math.min(last, childCount - 1) };
  }

  /** Binary search: returns the first block whose bottom is below a line of the window. */
  #firstBelow(line: number, count: number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const element = this.#elementOf(middle);
      if (element !== null && element.getBoundingClientRect().bottom <= line) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Records the heights of rendered blocks. */
  #measure(isMeasured: (block: number) => boolean): void {
    const { doc } = this.#view.state;
    const rendered = renderedIn(this.#view.state);
    if (rendered === undefined) return;
    doc.forEach((node, _pos, i) => {
      if (!isIn(rendered.spans, i) || !isMeasured(i)) return;
      const element = this.#elementOf(i);
      if (element !== null) rendered.memory.heights.set(node, measureBlock(element));
    });
  }

  #elementOf(block: number): HTMLElement | null {
    const dom = this.#view.nodeDOM(blockStarts(this.#view.state.doc)[block] ?? 0);
    return dom instanceof HTMLElement ? dom : null;
  }
}

function union(one: BlockSpan, other: BlockSpan): BlockSpan {
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) };
}
