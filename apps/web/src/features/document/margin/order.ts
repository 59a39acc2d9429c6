import type { Card } from '../../../ui/editor-context.ts';

/**
 * Sorts cards by their position in the text. Loose cards, which refer to no text or to deleted
 * text, are returned separately.
 */
export function inOrder(cards: readonly Card[]): {
  loose: readonly Card[];
  anchored: readonly Card[];
} {
  const anchored = cards.filter(({ from }) => from !== null);
  return {
    loose: cards.filter(({ from }) => from === null),
    anchored: anchored.toSorted(
      (one, other) => (one.from ?? 0) - (other.from ?? 0) || one.to - other.to,
    ),
  };
}
