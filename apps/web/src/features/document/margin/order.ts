import type { Card } from '../../../ui/openText.ts';

/** Cards in the order of the text; those apart that speak of none, or of one that is gone. */
export function inOrder(cards: readonly Card[]): { loose: readonly Card[]; anchored: readonly Card[] } {
  const anchored = cards.filter(({ from }) => from !== null);
  return {
    loose: cards.filter(({ from }) => from === null),
    anchored: anchored.toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0) || one.to - other.to),
  };
}
