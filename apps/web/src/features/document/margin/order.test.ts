import { expect, test } from 'vitest';
import type { Card } from '../../../ui/editor-context.ts';
import { inOrder } from './order.ts';

const card = (id: string, from: number | null, to: number): Card => ({
  id,
  label: id,
  textId: id,
  from,
  to,
  isActive: false,
  show: null,
  draw: () => null,
});

test('cards stand in the order of the text, and what has no place in it apart, as it came', () => {
  const cards = [
    card('d', null, 0),
    card('a', 9, 12),
    card('b', null, 0),
    card('c', 3, 20),
    card('e', 3, 5),
  ];
  const { loose, anchored } = inOrder(cards);
  expect(loose.map(({ id }) => id)).toEqual(['d', 'b']);
  expect(anchored.map(({ id }) => id)).toEqual(['e', 'c', 'a']);
});
