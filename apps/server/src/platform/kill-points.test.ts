import { expect, test } from 'vitest';
import { createKillPoints } from './kill-points.ts';

test('kills at the given time of the given point, once', () => {
  let kills = 0;
  const points = createKillPoints({ point: 'before-ack', time: 2 }, () => (kills += 1));
  points.reach('before-ack');
  points.reach('after-commit');
  points.reach('after-commit');
  expect(kills).toBe(0);
  points.reach('before-ack');
  expect(kills).toBe(1);
  points.reach('before-ack');
  expect(kills).toBe(1);
});

test('without a setting nothing is killed', () => {
  expect(() => createKillPoints(null).reach('before-commit')).not.toThrow();
});
