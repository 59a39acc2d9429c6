import { beforeEach, expect, test } from 'vitest';
import { createSlices, type SlicedWork, type Slices } from './slices.ts';
import type { Steps } from '../protocol/steps.ts';

let slices: Slices;
/** Calls that wait for their turn. */
let calls: (() => void)[];
let said: string[];

beforeEach(() => {
  calls = [];
  said = [];
  slices = createSlices((call) => calls.push(call));
});

function* count(name: string, steps: number): Steps<string> {
  for (let i = 1; i < steps; i += 1) {
    said.push(`${name} ${i}`);
    yield;
  }
  return `${name} of ${steps}`;
}

function work(steps: Steps<string>, changes: Partial<SlicedWork<string>> = {}): SlicedWork<string> {
  return {
    steps,
    bytes: 10,
    isWanted: () => true,
    done: (result) => said.push(result),
    failed: (error) => said.push(String(error)),
    ended: () => said.push('ended'),
    ...changes,
  };
}

/** Makes all calls that wait, and those that result. Returns their number. */
function run(): number {
  let made = 0;
  for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
    made += 1;
    call();
  }
  return made;
}

test('does one step per call, in turns', async () => {
  slices.add(work(count('a', 3)));
  slices.add(work(count('b', 2)));
  expect(slices.bytes).toBe(20);
  expect(calls).toHaveLength(1);
  expect(run()).toBe(5);
  expect(said).toEqual(['a 1', 'b 1', 'a 2', 'b of 2', 'ended', 'a of 3', 'ended']);
  expect(slices.bytes).toBe(0);
  await slices.idle();
});

test('a computation that fails or is not wanted ends, and the others continue', () => {
  function* broken(): Steps<string> {
    yield;
    throw new Error('broken');
  }
  let isWanted = true;
  slices.add(work(broken()));
  slices.add(work(count('a', 9), { isWanted: () => isWanted }));
  slices.add(
    work(count('b', 2), {
      done() {
        throw new Error('not done');
      },
    }),
  );
  calls.shift()?.();
  calls.shift()?.();
  isWanted = false;
  run();
  expect(said).toEqual([
    'a 1',
    'b 1',
    'Error: broken',
    'ended',
    'ended',
    'Error: not done',
    'ended',
  ]);
  expect(slices.bytes).toBe(0);
});

test('is idle after the last computation, including those that are added meanwhile', async () => {
  let isIdle = false;
  slices.add(work(count('a', 1), { done: () => slices.add(work(count('b', 2))) }));
  const idle = slices.idle().then(() => (isIdle = true));
  calls.shift()?.();
  await Promise.resolve();
  expect(isIdle).toBe(false);
  run();
  await idle;
  expect(said).toEqual(['ended', 'b 1', 'b of 2', 'ended']);
});
