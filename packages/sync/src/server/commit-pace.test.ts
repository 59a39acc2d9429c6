import { beforeEach, expect, test } from 'vitest';
import { createCommitPace, type CommitPace } from './commit-pace.ts';
import { createHeldClock, type HeldClock } from '../testing/memory.ts';

let clock: HeldClock;
let pace: CommitPace;

beforeEach(() => {
  clock = createHeldClock();
  pace = createCommitPace(clock);
});

/** Returns the time until the next commit may begin (ms). */
async function delay(): Promise<number> {
  let isReady = false;
  void pace.ready().then(() => (isReady = true));
  for (let milliseconds = 0; ; milliseconds += 1) {
    await Promise.resolve();
    await Promise.resolve();
    if (isReady) return milliseconds;
    clock.advance(1);
  }
}

/** Begins a commit of one document at a fixed interval (ms), for ten seconds. */
function commitEvery(interval: number): void {
  for (let time = 0; time < 10_000; time += interval) {
    clock.advance(interval);
    pace.began(1);
  }
}

test('a commit is not delayed by the one before, below 300 documents per second', async () => {
  expect(await delay()).toBe(0);
  pace.began(200);
  expect(await delay()).toBe(0);
  commitEvery(4);
  expect(await delay()).toBe(0);
});

test('commits keep a distance that grows with the number of documents per second', async () => {
  commitEvery(2);
  expect(await delay()).toBe(3);
  commitEvery(1);
  expect(await delay()).toBe(8);
  pace.began(10_000);
  expect(await delay()).toBe(8);
});

test('the distance counts from the beginning of the last commit', async () => {
  pace.began(10_000);
  clock.advance(6);
  expect(await delay()).toBe(2);
  clock.advance(6);
  expect(await delay()).toBe(0);
});

test('a second without commits ends most of the delay', async () => {
  pace.began(2_000);
  clock.advance(3_000);
  pace.began(1);
  expect(await delay()).toBe(0);
});
