import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRemovals } from './removals.ts';

const delay = 500;
let page: EventTarget;
let removeNow: ReturnType<typeof vi.fn<(keys: readonly number[]) => Promise<void>>>;

beforeEach(() => {
  vi.useFakeTimers();
  // The window of the page.
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  removeNow = vi.fn<(keys: readonly number[]) => Promise<void>>(() => Promise.resolve());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('removes in the transaction of the next addition', async () => {
  const removals = createRemovals(removeNow, delay);
  const removed = Promise.all([removals.remove([1, 2]), removals.remove([3])]);
  const seen: number[] = [];
  const result = await removals.runWith((keys) => {
    seen.push(...keys);
    return Promise.resolve('added');
  });
  await removed;
  expect([result, seen]).toEqual(['added', [1, 2, 3]]);
  vi.advanceTimersByTime(1_000);
  expect(removeNow).not.toHaveBeenCalled();
});

test('removes after the delay if nothing is added, or when the page is left', async () => {
  const removals = createRemovals(removeNow, delay);
  const first = removals.remove([1]);
  vi.advanceTimersByTime(delay);
  await first;
  expect(removeNow.mock.calls).toEqual([[[1]]]);
  const second = removals.remove([2]);
  page.dispatchEvent(new Event('pagehide'));
  await second;
  expect(removeNow.mock.calls).toEqual([[[1]], [[2]]]);
  vi.advanceTimersByTime(1_000);
  page.dispatchEvent(new Event('pagehide'));
  expect(removeNow).toHaveBeenCalledTimes(2);
});

test('keeps what a failed addition should have removed for the next transaction', async () => {
  const removals = createRemovals(removeNow, delay);
  const removed = removals.remove([1]);
  const full = new Error('full');
  await expect(removals.runWith(() => Promise.reject(full))).rejects.toBe(full);
  vi.advanceTimersByTime(delay);
  await removed;
  expect(removeNow.mock.calls).toEqual([[[1]]]);
});

test('reports a removal that fails on its own', async () => {
  const broken = new Error('broken');
  removeNow.mockReturnValue(Promise.reject(broken));
  const removed = createRemovals(removeNow, delay).remove([1]);
  vi.advanceTimersByTime(delay);
  await expect(removed).rejects.toBe(broken);
});
