import { expect, test } from 'vitest';
import { createKillPoints } from './kill-points.ts';

test('kills once, at the configured occurrence of the configured point', () => {
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

test('kills nothing without a setting', () => {
  expect(() => createKillPoints(null).reach('before-commit')).not.toThrow();
});
