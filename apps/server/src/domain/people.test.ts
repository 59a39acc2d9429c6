import { expect, test } from 'vitest';
import { palette } from '@longhand/contract';
import { leastUsedColor } from './people.ts';

test('assigns each of the twelve colours once before it repeats the first', () => {
  const counts = new Map<string, number>();
  const next = (): string => {
    const color = leastUsedColor(counts);
    counts.set(color, (counts.get(color) ?? 0) + 1);
    return color;
  };
  const given = Array.from({ length: palette.length }, next);
  expect(given).toEqual(palette.map(({ light }) => light));
  expect(next()).toBe(palette[0].light);
});

test('ignores colours of an older palette', () => {
  expect(leastUsedColor(new Map([['#123456', 9]]))).toBe(palette[0].light);
});
