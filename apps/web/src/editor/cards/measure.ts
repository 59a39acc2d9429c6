import type { Editor } from '@tiptap/core';
import type { Card } from '../editor-context.ts';
import { isStandIn } from '../viewport/stand-in.ts';

/** DOM attributes of threads and suggestions in the text, on inline content and on blocks. */
const attributes = [
  'data-thread',
  'data-suggestion',
  'data-insertion',
  'data-deletion',
  'data-modification',
] as const;
const marked = attributes.map((name) => `[${name}]`).join(', ');

/**
 * Result of a measurement: distance of each text from the top of the window (pixels). `isExact` is
 * false if a position is known only to the block, not to the line.
 */
export type Measured = { readonly tops: readonly number[]; readonly isExact: boolean };

/**
 * Measures the distance of the cards' texts from the top of the window. Texts near the window are
 * measured to the line. Elsewhere the top of the block is sufficient, and needs no layout inside
 * blocks outside the viewport. Reads the DOM once, at its current state: stored positions would be
 * outdated while a user types.
 */
export function measure({ view }: Editor, cards: readonly Card[]): Measured {
  const elements = elementsIn(view.dom);
  const blocks = new Map<Element, DOMRect>();
  const [above, below] = [-window.innerHeight, 2 * window.innerHeight];
  let isExact = true;
  const tops = cards.map((card) => {
    const element = elements.get(card.textId) ?? elementAt(view, card.range()?.from ?? 0);
    const block = blockOf(element, view.dom);
    if (block === null) return view.dom.getBoundingClientRect().top;
    const box = blocks.get(block) ?? block.getBoundingClientRect();
    blocks.set(block, box);
    const isRendered = !isStandIn(block);
    if (isRendered && box.bottom >= above && box.top <= below) return topOf(element, box);
    isExact &&= isRendered && element === block;
    return box.top;
  });
  return { tops, isExact };
}

function elementsIn(text: Element): Map<string, Element> {
  const elements = new Map<string, Element>();
  for (const element of text.querySelectorAll(marked)) {
    for (const name of attributes) {
      const id = element.getAttribute(name);
      if (id !== null && !elements.has(id)) elements.set(id, element);
    }
  }
  return elements;
}

function elementAt(view: Editor['view'], pos: number): Element {
  const { node } = view.domAtPos(Math.min(pos, view.state.doc.content.size), 1);
  return node instanceof Element ? node : (node.parentElement ?? view.dom);
}

/**
 * Returns the top-level block of the document that contains an element, not a block in a list or
 * table.
 */
function blockOf(element: Element, text: Element): Element | null {
  let block: Element | null = element;
  while (block !== null && block.parentElement !== text) block = block.parentElement;
  return block;
}

/** Returns the top of the first line; an element without a box has the top of its block. */
function topOf(element: Element, block: DOMRect): number {
  const [line] = element.getClientRects();
  return line?.top ?? block.top;
}
