import { expect, test } from 'vitest';
import { positionAfter, positionPattern } from './fractional-index.ts';

test('each new position sorts after the previous one, byte by byte, and stays short', () => {
  let last = positionAfter(null);
  for (let count = 0; count < 20_000; count += 1) {
    const next = positionAfter(last);
    expect(next > last).toBe(true);
    expect(next).toMatch(positionPattern);
    last = next;
  }
  expect(last.length).toBeLessThanOrEqual(5);
});

test('finds the next position also after a position between two others', () => {
  expect(positionAfter('a0V')).toBe('a1');
  expect(positionAfter('azz')).toBe('b00');
  expect(positionAfter('b0z')).toBe('b10');
});
