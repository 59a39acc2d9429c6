import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { open, openAnew, server, settle, wait, write } from '@longhand/sync/testing/linked-page';
import { beforeEach, expect, test } from 'vitest';
import { revertRefused, type RevertedChange } from './revert-refused.ts';

beforeEach(openAnew);

/** Outbox that does not remove changes before `release` is called. */
function createSlowOutbox() {
  const inner = createMemoryOutbox();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const outbox: typeof inner = {
    ...inner,
    get size() {
      return inner.size;
    },
    async remove(keys) {
      await promise;
      await inner.remove(keys);
    },
  };
  return { outbox, release };
}

/** Opens the page of a reviewer, whose refused changes are reverted into `reverted`. */
async function openReviewed() {
  server.rights = { role: 'reviewer', right: 'suggest' };
  const { outbox, release } = createSlowOutbox();
  const page = open('ben', 10, null, outbox);
  const reverted: RevertedChange[] = [];
  const stop = revertRefused(page, (change) => void reverted.push(change));
  await settle();
  return { page, reverted, stop, release };
}

test('discards an edit of a reviewer, and returns its text with the reason', async () => {
  const { page, reverted, release } = await openReviewed();
  release();
  write(page.doc, 'an edit');
  await wait(20_000);
  expect(reverted).toEqual([
    { reason: expect.stringContaining('a reviewer may only suggest changes'), text: 'an edit' },
  ]);
  expect(page.outbox.size).toBe(0);
  expect(page.link.state.pending).toBe('discarded');
});

test('returns also what is typed until the device has discarded the edit, once', async () => {
  const { page, reverted, release } = await openReviewed();
  write(page.doc, 'an edit');
  await wait(20_000);
  write(page.doc, 'typed meanwhile');
  await settle();
  expect(reverted).toEqual([]);
  release();
  await wait(20_000);
  expect(reverted.map(({ text }) => text)).toEqual(['an edit\ntyped meanwhile']);
});

test('keeps changes that are refused for another reason, and calls nothing', async () => {
  const page = open('ben', 10);
  const reverted: RevertedChange[] = [];
  revertRefused(page, (change) => void reverted.push(change));
  await settle();
  page.link.drop();
  write(page.doc, 'an edit');
  server.rights = { role: 'viewer', right: 'read' };
  await wait(20_000);
  expect(page.link.state.pending).toBe('refused');
  expect([page.outbox.size, page.link.pendingUpdates().length, reverted.length]).toEqual([1, 1, 0]);
});

test('keeps the changes of an accepted suggestion', async () => {
  const { page, reverted } = await openReviewed();
  page.doc.clientID = 11;
  write(page.doc, 'suggested');
  await wait(20_000);
  expect(page.link.state.saved).toEqual({ kind: 'saved' });
  expect(reverted).toEqual([]);
});

test('reverts nothing after it was stopped', async () => {
  const { page, reverted, stop, release } = await openReviewed();
  release();
  stop();
  write(page.doc, 'an edit');
  await wait(20_000);
  expect(page.link.state.pending).toBe('refused');
  expect([page.outbox.size, reverted.length]).toEqual([1, 0]);
});
