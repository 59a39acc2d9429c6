import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardsBetween, gap, layOutCards } from './card-layout.ts';

test('positions cards at the height of their text where there is room', () => {
  expect(layOutCards([0, 200, 500], [80, 80, 80], null, 0, true)).toEqual([0, 200, 500]);
});

test('positions a card below the previous one where there is no room', () => {
  expect(layOutCards([0, 10, 20, 400], [80, 80, 80, 80], null, 0, true)).toEqual([
    0,
    80 + gap,
    2 * (80 + gap),
    400,
  ]);
});

test('positions the active card at its own height and moves the cards before it up', () => {
  expect(layOutCards([300, 310, 320], [80, 80, 80], 1, 0, true)).toEqual([
    310 - gap - 80,
    310,
    310 + 80 + gap,
  ]);
});

test('moves cards above the top of the list only if the top is not visible', () => {
  const cards = [
    [0, 10, 50],
    [80, 80, 80],
  ] as const;
  expect(layOutCards(...cards, 1, 40, true)).toEqual([40, 40 + 80 + gap, 40 + 2 * (80 + gap)]);
  expect(layOutCards(...cards, 1, 40, false)).toEqual([40 - gap - 80, 40, 40 + 80 + gap]);
  expect(layOutCards(...cards, null, 40, false)).toEqual([40, 40 + 80 + gap, 40 + 2 * (80 + gap)]);
});

const given = fc
  .array(
    fc.record({
      wanted: fc.integer({ min: -500, max: 5000 }),
      height: fc.integer({ min: 1, max: 400 }),
    }),
    { minLength: 1 },
  )
  .chain((cards) =>
    fc.record({
      cards: fc.constant(cards.toSorted((one, other) => one.wanted - other.wanted)),
      active: fc.option(fc.nat(cards.length - 1)),
      isTopSeen: fc.boolean(),
    }),
  );

test('keeps cards in order and apart for any wanted heights, and moves none without need', () => {
  fc.assert(
    fc.property(given, ({ cards, active, isTopSeen }) => {
      const [wanted, heights] = [
        cards.map((card) => card.wanted),
        cards.map((card) => card.height),
      ];
      const tops = layOutCards(wanted, heights, active, 0, isTopSeen);
      tops.forEach((top, at) => {
        const edge =
          at === 0
            ? isTopSeen
              ? 0
              : -Infinity
            : (tops[at - 1] ?? 0) + (heights[at - 1] ?? 0) + gap;
        expect(top).toBeGreaterThanOrEqual(edge);
        const own = Math.max(wanted[at] ?? 0, 0);
        if (at === active && !isTopSeen) expect(top).toBe(own);
        // A card is lower than wanted only because of its predecessor, and higher only before the
        // active one.
        if (top > own) expect(top).toBe(edge);
        if (active === null || at > active) expect(top).toBeGreaterThanOrEqual(own);
      });
    }),
  );
});

test('finds the visible cards and their nearest neighbours', () => {
  const [tops, heights] = [
    [0, 100, 200, 300, 400],
    [90, 90, 90, 90, 90],
  ];
  expect(cardsBetween(tops, heights, 200, 290)).toEqual({ first: 1, last: 3 });
  expect(cardsBetween(tops, heights, 900, 1000)).toEqual({ first: 3, last: 4 });
  expect(cardsBetween(tops, heights, -200, -100)).toEqual({ first: 0, last: 1 });
  expect(cardsBetween([], [], 0, 100)).toBeNull();
});
