import type { Editor } from '@tiptap/core';
import type { Card } from '../editor-context.ts';
import { cardsBetween, gap, layOutCards } from './card-layout.ts';
import { measure } from './measure.ts';
import type { RenderedCards } from './rendered-cards.ts';

/** Assumed height of a card before it is measured (pixels). */
const guess = 130;

/** Distance by which a card starts above its line, so that its text is aligned with it (pixels). */
const lead = 6;

/** Range of rendered cards: indexes `first` to `last`, inclusive. */
export type CardRange = { readonly first: number; readonly last: number };

type Options = {
  editor: Editor;
  /** List of the cards. */
  area: HTMLElement;
  rendered: RenderedCards;
  /** All cards, in the order of the text. */
  cards: readonly Card[];
  activeId: string | null;
};

/**
 * Measures the text, and moves the rendered cards beside it.
 * @returns the cards near the window (null if there are no cards); `isFinal`: scrolling does not
 *   change the positions
 */
export function placeCards({ editor, area, rendered, cards, activeId }: Options): {
  near: CardRange | null;
  isFinal: boolean;
} {
  const { tops: wanted, isExact } = measure(editor, cards);
  rendered.measure();
  const { top } = area.getBoundingClientRect();
  const high = cards.map(({ id }) => rendered.height(id) ?? guess);
  // Far from the window, an active card has no priority: the visible cards should be beside their
  // own text.
  const active = cards.findIndex(({ id }) => id === activeId);
  const isNear =
    Math.abs((wanted[active] ?? Infinity) - window.innerHeight / 2) < window.innerHeight;
  const tops = layOutCards(
    wanted.map((each) => each - top - lead),
    high,
    isNear ? active : null,
    endOfUnanchored(area),
    top > 0,
  );
  cards.forEach(({ id }, at) => {
    const element = rendered.element(id);
    if (element) element.style.transform = `translateY(${Math.round(tops[at] ?? 0)}px)`;
  });
  area.style.minHeight = `${(tops.at(-1) ?? 0) + (high.at(-1) ?? 0) + gap}px`;
  const near = cardsBetween(tops, high, -top - window.innerHeight, -top + 2 * window.innerHeight);
  const isFinal = isExact && (near === null || (near.first === 0 && near.last === tops.length - 1));
  return { near, isFinal };
}

/** Returns the bottom of the unanchored cards (pixels): the aligned cards start below it. */
function endOfUnanchored(area: HTMLElement): number {
  const unanchored = [...area.children].findLast(
    (card) => card instanceof HTMLElement && card.dataset['unanchored'] !== undefined,
  );
  return unanchored instanceof HTMLElement
    ? unanchored.offsetTop + unanchored.offsetHeight + gap
    : 0;
}
