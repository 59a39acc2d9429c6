import { expect, test } from 'vitest';
import { freshMentions, rememberedMentions, writers } from './text-notifications.ts';

/** Number of mentions at which quadratic work takes minutes, beyond the time limit of a test. */
const many = 100_000;

const at = (clock: number, context: number, userId = 'b') => ({
  userId,
  unit: { client: 1, clock },
  context,
});
const list = <T>(made: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => made(i));

test('very many mentions are compared with the earlier ones in time linear in their number', () => {
  const before = list((i) => at(i, i));
  const removed = list((i) => ({ ...at(many + i, many + i), isGone: true }));
  const now = list((i) => at(3 * many + i, 3 * many + i, i % 2 === 0 ? 'b' : `user ${i}`));
  const fresh = freshMentions([...before, ...removed], now);
  expect(fresh).toHaveLength(many / 2);
  expect(fresh.every(({ userId }) => userId !== 'b')).toBe(true);
  expect(freshMentions(removed, [...removed, ...before])).toHaveLength(many);
  expect(rememberedMentions(before, now)).toHaveLength(many + 200);
});

test('the author of each of very many units is found in time linear in their number', () => {
  const sent = list((i) => ({
    user: `user ${i}`,
    session: 's',
    at: i,
    inserted: [{ client: 1, from: i * 2, to: i * 2 + 1 }],
  }));
  const writerOf = writers(sent.toReversed());
  expect(sent.every((by, i) => writerOf({ client: 1, clock: i * 2 }) === by)).toBe(true);
  expect(writerOf({ client: 1, clock: 1 })).toBeUndefined();
});
