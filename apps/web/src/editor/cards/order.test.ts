import { expect, test } from 'vitest';
import type { Card } from '../editor-context.ts';
import { sortCards } from './order.ts';

const card = (id: string, from: number | null, to: number): Card => ({
  id,
  label: id,
  textId: id,
  isAnchored: from !== null,
  range: () => (from === null ? null : { from, to }),
  isActive: false,
  show: null,
  draw: () => null,
});

test('sorts cards by their position in the text, and lists unanchored cards separately in their original order', () => {
  const cards = [
    card('d', null, 0),
    card('a', 9, 12),
    card('b', null, 0),
    card('c', 3, 20),
    card('e', 3, 5),
  ];
  const { unanchored, anchored } = sortCards(cards);
  expect(unanchored.map(({ id }) => id)).toEqual(['d', 'b']);
  expect(anchored.map(({ id }) => id)).toEqual(['e', 'c', 'a']);
});
