import type { Editor } from '@tiptap/core';
import type { Card } from '../../../ui/openText.ts';

/** The attributes by which the text says what stands in it: threads and suggestions, in lines and on blocks. */
const attributes = ['data-thread', 'data-suggestion', 'data-insertion', 'data-deletion', 'data-modification'] as const;
const marked = attributes.map((name) => `[${name}]`).join(', ');

/** What was measured: how far below the top of the window each text begins, and whether that is known to the line or only to the block. */
export type Measured = { readonly tops: readonly number[]; readonly isExact: boolean };

/**
 * How far below the top of the window the texts of cards begin. To the line near the window; elsewhere the block's beginning is enough, and costs
 * no look into blocks that nobody sees. One look at what is drawn, at what stands there now: positions would be behind while somebody types.
 */
export function measure({ view }: Editor, cards: readonly Card[]): Measured {
  const drawn = drawnIn(view.dom);
  const blocks = new Map<Element, DOMRect>();
  const [above, below] = [-window.innerHeight, 2 * window.innerHeight];
  let isExact = true;
  const tops = cards.map((card) => {
    const element = drawn.get(card.textId) ?? elementAt(view, card.from ?? 0);
    const block = blockOf(element, view.dom);
    if (block === null) return view.dom.getBoundingClientRect().top;
    const box = blocks.get(block) ?? block.getBoundingClientRect();
    blocks.set(block, box);
    if (box.bottom >= above && box.top <= below) return topOf(element, box);
    isExact &&= element === block;
    return box.top;
  });
  return { tops, isExact };
}

function drawnIn(text: Element): Map<string, Element> {
  const drawn = new Map<string, Element>();
  for (const element of text.querySelectorAll(marked)) {
    for (const name of attributes) {
      const id = element.getAttribute(name);
      if (id !== null && !drawn.has(id)) drawn.set(id, element);
    }
  }
  return drawn;
}

function elementAt(view: Editor['view'], pos: number): Element {
  const { node } = view.domAtPos(Math.min(pos, view.state.doc.content.size), 1);
  return node instanceof Element ? node : (node.parentElement ?? view.dom);
}

/** The block of the document, not of a list or a table in it, that an element stands in. */
function blockOf(element: Element, text: Element): Element | null {
  let block: Element | null = element;
  while (block !== null && block.parentElement !== text) block = block.parentElement;
  return block;
}

/** The top of the first line; what is drawn without a box of its own begins where its block does. */
function topOf(element: Element, block: DOMRect): number {
  const [line] = element.getClientRects();
  return line?.top ?? block.top;
}
