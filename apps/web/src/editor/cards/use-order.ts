import type { Editor } from '@tiptap/core';
import { useEffect, useMemo, useState } from 'react';
import type { Card } from '../editor-context.ts';
import { afterChanges } from '../text/after-changes.ts';
import { sortCards, type OrderedCards } from './order.ts';

/** Debounce of sorting cards after a change of the text (ms): text rarely changes its order. */
const pace = { quiet: 300, latest: 1_500 };

/**
 * Returns cards in the order of the text, sorted again if text with cards is moved. `cards` must be
 * the same array until a card changes.
 */
export function useOrder(editor: Editor, cards: readonly Card[]): OrderedCards {
  const first = useMemo(() => sortCards(cards), [cards]);
  const [moved, setMoved] = useState<Moved | null>(null);
  useEffect(
    () =>
      afterChanges(editor, pace, () => {
        const ordered = sortCards(cards);
        setMoved((before) =>
          isSameOrder(orderOf(before, cards) ?? first, ordered) ? before : { cards, ordered },
        );
      }),
    [editor, cards, first],
  );
  return orderOf(moved, cards) ?? first;
}

/** The order of these cards after text with cards was moved. */
type Moved = { readonly cards: readonly Card[]; readonly ordered: OrderedCards };

/** Returns the order after a move of these cards; null if there was none. */
function orderOf(moved: Moved | null, cards: readonly Card[]): OrderedCards | null {
  return moved?.cards === cards ? moved.ordered : null;
}

function isSameOrder(one: OrderedCards, other: OrderedCards): boolean {
  return other.anchored.every((card, at) => card === one.anchored[at]);
}
