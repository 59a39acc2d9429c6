import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PageTimes } from '@longhand/sync/server';
import type { PastSpan, TracePlace, Tracing } from '../platform/tracing.ts';
import { under } from '../platform/work.ts';
import { createTrails } from './trails.ts';

/** Collects spans in memory. */
function collect(isSampled = true) {
  const spans: (PastSpan & { readonly depth: number })[] = [];
  const placeAt = (depth: number): TracePlace => ({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    isSampled,
    header: '',
    record(span) {
      spans.push({ ...span, depth });
      return placeAt(depth + 1);
    },
    open: () => ({ place: placeAt(depth + 1), end: () => undefined }),
  });
  const tracing: Tracing = {
    begin: () => (isSampled ? placeAt(0).record : null),
    open: () => ({ place: placeAt(0), end: () => undefined }),
    close: () => Promise.resolve(),
  };
  return { spans, tracing, place: placeAt(1) };
}

const update = { documentId: 'a document', bytes: 20, source: 'write' } as const;

/** Follows an update through all steps, for some milliseconds, until its page is asked. */
async function followed(trails: ReturnType<typeof createTrails>) {
  const trail = trails.follow(update);
  for (const step of ['checked', 'committing', 'committed', 'broadcast'] as const) {
    trail?.reached(step);
    await sleep(2);
  }
  trail?.ended('stored', true);
  return trail;
}

test('the times of a page surround those of the server', async () => {
  const { spans, tracing } = collect();
  const trail = await followed(createTrails(tracing, 'journal'));
  expect(spans).toEqual([]);
  trail?.measured({ waited: 50, total: 250 });
  trail?.measured({ waited: 1, total: 900 });
  const [root, ...parts] = spans;
  const names = ['page', 'check', 'queue', 'commit', 'broadcast', 'acknowledge'];
  expect(parts.map(({ name, depth }) => [name, depth])).toEqual(names.map((name) => [name, 1]));
  const [page, check] = parts;
  expect((root?.to ?? 0) - (root?.from ?? 0)).toBeCloseTo(250);
  expect([page?.from, (page?.to ?? 0) - (page?.from ?? 0)]).toEqual([
    root?.from,
    expect.closeTo(50),
  ]);
  // The way to the server and the way back take the same time.
  const there = (check?.from ?? 0) - (page?.to ?? 0);
  expect((root?.to ?? 0) - (parts.at(-1)?.to ?? 0)).toBeCloseTo(there);
});

test.each<[string, PageTimes]>([
  ['shorter than what happened here', { waited: 40, total: 41 }],
  ['that end before they began', { waited: 40, total: 0 }],
  ['of years', { waited: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER }],
  ['with an answer that took years', { waited: 0, total: Number.MAX_SAFE_INTEGER }],
])('times of a page %s are not used', async (_, times) => {
  const { spans, tracing } = collect();
  const trail = await followed(createTrails(tracing, 'journal'));
  trail?.measured(times);
  const [root, ...parts] = spans;
  expect(root?.attributes).not.toHaveProperty('longhand.page.total_ms');
  expect(root?.from).toBe(parts[0]?.from);
  expect(parts.map(({ name }) => name)).not.toContain('page');
});

test('an update whose page does not answer is recorded when the channel closes', async () => {
  const { spans, tracing } = collect();
  const trails = createTrails(tracing, 'database');
  const trail = await followed(trails);
  trails.close();
  trail?.measured({ waited: 50, total: 250 });
  expect(spans.map(({ name }) => name)).toEqual([
    'live update',
    'check',
    'queue',
    'commit',
    'broadcast',
    'acknowledge',
  ]);
});

test('an update that is not stored ends with its check', () => {
  const { spans, tracing } = collect();
  const trail = createTrails(tracing, 'database').follow(update);
  trail?.reached('checked');
  trail?.ended('not_stored', false);
  expect(spans.map(({ name }) => name)).toEqual(['live update', 'check']);
  expect(spans[0]).toMatchObject({ isFailed: false });
});

test('an update that is made by a call belongs to its trace, sampled or not', async () => {
  const { spans, tracing, place } = collect();
  under(place, () => createTrails(tracing, 'database').follow(update))?.ended('failed', false);
  expect(spans).toMatchObject([{ name: 'live update', depth: 1, isFailed: true }]);
  const off = collect(false);
  const trails = createTrails(tracing, 'database');
  expect(under(off.place, () => trails.follow(update))).toBeNull();
  expect(createTrails(off.tracing, 'database').follow(update)).toBeNull();
});
