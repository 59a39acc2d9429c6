import type { Card } from '../editor-context.ts';

/** Cards of a list. `anchored` are in the order of the text. */
export type OrderedCards = {
  readonly unanchored: readonly Card[];
  readonly anchored: readonly Card[];
};

/**
 * Sorts cards by their position in the current text. Unanchored cards, which refer to no text or to
 * deleted text, are returned separately.
 */
export function sortCards(cards: readonly Card[]): OrderedCards {
  const anchored = cards.flatMap((card) => {
    if (!card.isAnchored) return [];
    const { from, to } = card.range() ?? { from: 0, to: 0 };
    return [{ card, from, to }];
  });
  return {
    unanchored: cards.filter(({ isAnchored }) => !isAnchored),
    anchored: anchored
      .toSorted((one, other) => one.from - other.from || one.to - other.to)
      .map(({ card }) => card),
  };
}
