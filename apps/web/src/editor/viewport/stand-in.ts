import type { Node } from '@tiptap/pm/model';
import type { Decoration, NodeView } from '@tiptap/pm/view';
import { contentOf } from './block-content.ts';
import type { BlockHeights } from './block-heights.ts';
import { isMarked } from './rendered-blocks.ts';

/**
 * Node view of a top-level block outside the viewport: an element of the same height without
 * content. Its text is its accessible name, so that assistive technology reads the whole document
 * in order, with its headings.
 */
export class StandIn implements NodeView {
  readonly dom = document.createElement('div');
  readonly #heights: BlockHeights;
  #block: Node;

  constructor(block: Node, heights: BlockHeights) {
    this.#block = block;
    this.#heights = heights;
    this.dom.className = 'standIn';
    this.#draw();
    standIns.set(this.dom, this);
  }

  update(block: Node, decorations: readonly Decoration[]): boolean {
    if (isMarked(decorations)) return false;
    if (block !== this.#block) {
      this.#block = block;
      this.#draw();
    }
    return true;
  }

  /** Sets the height of the element again, after the heights have changed. */
  resize(): void {
    const { height, above, below } = this.#heights.of(this.#block);
    const { style } = this.dom;
    style.height = `${height}px`;
    style.marginBlock = `${above}px ${below}px`;
  }

  #draw(): void {
    const { dom } = this;
    const block = this.#block;
    const { name, footnotes } = contentOf(block);
    const level: unknown = block.type.name === 'heading' ? block.attrs['level'] : undefined;
    dom.role = level !== undefined ? 'heading' : block.type.name === 'image' ? 'img' : 'group';
    if (level !== undefined) dom.ariaLevel = String(level);
    dom.ariaLabel = name;
    dom.style.counterIncrement = footnotes > 0 ? `footnote ${footnotes}` : '';
    this.resize();
  }
}

const standIns = new WeakMap<Element, StandIn>();

/** True for the element of a block outside the viewport. */
export function isStandIn(element: Element): boolean {
  return standIns.has(element);
}

/** Sets the heights of all stand-ins of a text again. */
export function resizeStandIns(text: HTMLElement): void {
  for (const element of text.children) standIns.get(element)?.resize();
}
