import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Authorship } from '@longhand/sync/server';
import { createSchedule, restAfter, type PendingProjection } from './schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * A schedule whose jobs are recorded. `fail`: number of the first jobs that fail. `takes`: duration
 * of each job (ms).
 */
function scheduling(fail = 0, takes = 0) {
  const ran: { documentId: string; units: number; endsWorkSession: boolean; seq: number | null }[] =
    [];
  const reported: string[] = [];
  let failures = fail;
  const schedule = createSchedule({
    clock: { now: () => Date.now() },
    run: async ({ documentId, changes, endsWorkSession, captured }: PendingProjection) => {
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
      if (failures > 0) {
        failures -= 1;
        throw new Error('unreadable');
      }
      const units = [...changes.by.values()].reduce((sum, by) => sum + by.units, 0);
      ran.push({ documentId, units, endsWorkSession, seq: captured?.seq ?? null });
      return 10;
    },
    report: (_error, documentId) => void reported.push(documentId),
  });
  return { ...schedule, ran, reported };
}

const typed = (units: number): Authorship[] => [
  { user: 'ada', session: '', at: 0, inserted: [{ client: 2, from: 0, to: units }] },
];

test('a document is projected two seconds after its last change, with all of them', async () => {
  const { changed, ran } = scheduling();
  for (let i = 0; i < 4; i += 1) {
    changed('a', typed(1));
    await vi.advanceTimersByTimeAsync(1_500);
  }
  expect(ran).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(ran).toEqual([{ documentId: 'a', units: 4, endsWorkSession: false, seq: null }]);
});

test('a document that changes all the time is projected every ten seconds', async () => {
  const { changed, ran } = scheduling();
  for (let i = 0; i < 61; i += 1) {
    changed('a', typed(1));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(ran).toHaveLength(3);
});

test.each([
  { documents: 201, first: 30_000 },
  { documents: 2_000, first: 60_000 },
])(
  'of $documents documents that change all the time, the first are projected after $first ms',
  async ({ documents, first }) => {
    const { changed, ran } = scheduling();
    const change = (): void => {
      for (let i = 0; i < documents; i += 1) changed(`document ${i}`, typed(1));
    };
    for (let time = 0; time < first - 500; time += 500) {
      change();
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(ran).toEqual([]);
    change();
    await vi.advanceTimersByTimeAsync(500);
    expect(ran).not.toEqual([]);
  },
);

test('a captured state has the changes up to it, and the changes after it follow', async () => {
  const { changed, capture, ran } = scheduling();
  changed('a', typed(3));
  capture('a', { seq: 7, updates: [] });
  changed('a', typed(2));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(ran).toEqual([
    { documentId: 'a', units: 3, endsWorkSession: false, seq: 7 },
    { documentId: 'a', units: 2, endsWorkSession: false, seq: null },
  ]);
});

test('the number of captured states that wait is limited', async () => {
  const { capture, ran } = scheduling();
  for (let seq = 1; seq <= 1_000; seq += 1) capture('a', { seq, updates: [] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran.length).toBeGreaterThan(1);
  expect(ran.length).toBeLessThan(150);
});

test('documents that a sweep found are projected after all others', async () => {
  const { changed, addSwept, ran } = scheduling();
  const found = { backlog: Promise.resolve({ last: 0, by: new Map() }), endsWorkSession: false };
  for (let i = 0; i < 300; i += 1) addSwept(`swept ${i}`, found);
  changed('a', typed(1));
  addSwept('a', { ...found, endsWorkSession: true });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(ran.length).toBeLessThan(30);
  expect(ran).toContainEqual({ documentId: 'a', units: 1, endsWorkSession: true, seq: null });
});

test('the end of a work session includes the pending changes in its projection and does not wait', async () => {
  const { changed, endWorkSession, ran } = scheduling();
  changed('a', typed(3));
  endWorkSession('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(ran).toEqual([{ documentId: 'a', units: 3, endsWorkSession: true, seq: null }]);
});

test('a job that fails is retried with growing delays, and loses no change', async () => {
  const { changed, endWorkSession, ran, reported } = scheduling(2);
  changed('a', typed(3));
  endWorkSession('a');
  await vi.advanceTimersByTimeAsync(4_000);
  changed('a', typed(2));
  expect(reported).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(reported).toEqual(['a', 'a']);
  expect(ran).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ran).toEqual([{ documentId: 'a', units: 5, endsWorkSession: true, seq: null }]);
});

test('closing projects every pending document at once, and does not retry', async () => {
  const { changed, close, ran, reported } = scheduling(1);
  for (const documentId of ['a', 'b', 'c']) changed(documentId, typed(1));
  await close();
  expect(ran.map(({ documentId }) => documentId)).toEqual(['b', 'c']);
  expect(reported).toEqual(['a']);
});

test('closing does not wait for a queue that takes long, and begins no job after it', async () => {
  const { changed, close, ran } = scheduling(0, 1_500);
  for (const documentId of ['a', 'b', 'c', 'd']) changed(documentId, typed(1));
  const closed = close();
  await vi.advanceTimersByTimeAsync(4_000);
  await closed;
  expect(ran.map(({ documentId }) => documentId)).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ran.map(({ documentId }) => documentId)).toEqual(['a', 'b', 'c']);
});

test('a job that fails after the end is not reported', async () => {
  const { changed, close, reported } = scheduling(1, 5_000);
  changed('a', typed(1));
  const closed = close();
  await vi.advanceTimersByTimeAsync(6_000);
  await closed;
  expect(reported).toEqual([]);
});

test('projections rest longer when more documents wait, down to a twentieth of one core', () => {
  expect(restAfter(10, 0)).toBe(30);
  expect(restAfter(10, 100)).toBe(70);
  expect(restAfter(10, 10_000)).toBe(200);
  expect(restAfter(0, 0)).toBe(5);
});
