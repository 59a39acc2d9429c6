import { beforeEach, expect, test } from 'vitest';
import { createFrameScheduler, type Screen } from './frame-scheduler.ts';

let time: number;
let isHidden: boolean;
let draw: ((isDrawn: boolean) => void)[];
let later: { at: number; call: () => void }[];
let taken: string[];

const screen: Screen = {
  now: () => time,
  after: (milliseconds, call) => void later.push({ at: time + milliseconds, call }),
  drawn: (call) => void draw.push(call),
  isHidden: () => isHidden,
};

/** Advances the time, then paints the frame, or not. */
function pass(milliseconds: number, isDrawn: boolean): void {
  time += milliseconds;
  if (isDrawn) for (const call of draw.splice(0)) call(true);
  const due = later.filter(({ at }) => at <= time);
  later = later.filter(({ at }) => at > time);
  for (const { call } of due) call();
}

const take = (word: string) => (): void => void taken.push(word);

beforeEach(() => {
  [time, isHidden, draw, later, taken] = [0, false, [], [], []];
});

test('applies updates at once on a page that renders quickly', () => {
  const pace = createFrameScheduler(screen);
  for (const word of ['a', 'b', 'c', 'd']) {
    pace(take(word));
    expect(taken.at(-1)).toBe(word);
    if (word !== 'a') pass(33, true);
  }
});

test('delays updates by the rendering time on a page that renders slowly', () => {
  const pace = createFrameScheduler(screen);
  pace(take('a'));
  pass(100, true);
  pass(100, false);
  pace(take('b'));
  expect(taken).toEqual(['a', 'b']);
  pace(take('c'));
  pass(80, true);
  pass(79, false);
  expect(taken).toEqual(['a', 'b']);
  pass(1, false);
  expect(taken).toEqual(['a', 'b', 'c']);
  // Rendering is fast again.
  pass(16, true);
  pace(take('d'));
  pace(take('e'));
  expect(taken).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('delays an update by at most half a second', () => {
  const pace = createFrameScheduler(screen);
  pace(take('a'));
  pass(5_000, true);
  pace(take('b'));
  pass(499, false);
  expect(taken).toEqual(['a']);
  pass(1, false);
  expect(taken).toEqual(['a', 'b']);
});

test('applies updates at once on a hidden page', () => {
  const pace = createFrameScheduler(screen);
  pace(take('a'));
  pass(100, true);
  isHidden = true;
  pace(take('b'));
  pace(take('c'));
  expect(taken).toEqual(['a', 'b', 'c']);
});

test('does not treat a page as slow if its frames are not painted although it is not reported as hidden', () => {
  const pace = createFrameScheduler(screen);
  pace(take('a'));
  time += 2_000;
  for (const call of draw.splice(0)) call(false);
  pass(0, false);
  for (const word of ['b', 'c', 'd']) pace(take(word));
  expect(taken).toEqual(['a', 'b', 'c', 'd']);
});
