import type { SavedMark } from '@longhand/sync/client';
import { expect, test } from 'vitest';
import type { TitleOutbox } from '../../device/outbox/titles.ts';
import { createTitleSender, type TitleSent } from './title-sender.ts';

/** Creates a title sender with controlled timers and network. */
function setUp(stored: string | null = null) {
  const marks: SavedMark[] = [];
  const sent: string[] = [];
  const timers: { milliseconds: number; call: () => void }[] = [];
  let answer: TitleSent = { kind: 'sent' };
  let isBroken = false;
  let gate = Promise.resolve();
  const outbox: TitleOutbox = {
    load: async () => stored,
    async put(title) {
      if (isBroken) throw new Error('full');
      stored = title;
    },
    async remove(title) {
      if (stored === title) stored = null;
    },
  };
  const sender = createTitleSender({
    outbox,
    async send(title) {
      sent.push(title);
      await gate;
      return answer;
    },
    after(milliseconds, call) {
      const timer = { milliseconds, call };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer) >>> 0, 1);
    },
    onMark: (mark) => marks.push(mark),
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    sender,
    sent,
    timers,
    stored: () => stored,
    mark: () => marks.at(-1),
    answerWith: (next: TitleSent) => (answer = next),
    settle,
    /** Delays every response until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    breakStorage: () => (isBroken = true),
    async elapse() {
      await settle();
      timers.shift()?.call();
      await settle();
    },
  };
}

test('stores a typed title at once, sends it after a debounce, and marks it as saved when the server has it', async () => {
  const page = setUp();
  page.sender.type('On');
  page.sender.type('One');
  expect(page.timers.map(({ milliseconds }) => milliseconds)).toEqual([600]);
  await page.settle();
  expect([page.stored(), page.sent]).toEqual(['One', []]);
  expect(page.mark()).toEqual({ kind: 'saving' });
  await page.elapse();
  expect(page.sent).toEqual(['One']);
  expect(page.mark()).toEqual({ kind: 'saved' });
  expect(page.stored()).toBeNull();
});

test('keeps a title on the device after a network failure, and retries', async () => {
  const page = setUp();
  page.answerWith({ kind: 'failed' });
  page.sender.type('One');
  await page.elapse();
  expect(page.mark()).toEqual({ kind: 'offline' });
  expect(page.stored()).toBe('One');
  page.answerWith({ kind: 'sent' });
  await page.elapse();
  expect(page.sent).toEqual(['One', 'One']);
  expect(page.mark()).toEqual({ kind: 'saved' });
});

test('marks a title as not saved if neither the server nor the device has it', async () => {
  const page = setUp();
  page.breakStorage();
  page.answerWith({ kind: 'failed' });
  page.sender.type('One');
  await page.elapse();
  expect(page.mark()).toEqual({
    kind: 'not_saved',
    reason: 'the title is stored neither on the server nor on this device (full)',
  });
});

test('does not retry a refused title, and shows the reason', async () => {
  const page = setUp();
  page.answerWith({ kind: 'refused', reason: 'Your role does not allow this.' });
  page.sender.type('One');
  await page.elapse();
  expect(page.mark()).toEqual({ kind: 'not_saved', reason: 'Your role does not allow this.' });
  expect(page.timers).toEqual([]);
  expect(page.sender.hasUnsent()).toBe(true);
  await page.sender.discard();
  expect(page.mark()).toEqual({ kind: 'saved' });
  expect(page.stored()).toBeNull();
});

test('sends the title that an earlier page left on the device', async () => {
  const page = setUp('Left behind');
  expect(await page.sender.resume()).toBe('Left behind');
  await page.elapse();
  expect(page.sent).toEqual(['Left behind']);
  expect(page.stored()).toBeNull();
});

test('does not show the saved mark before the title of an earlier page has been loaded', async () => {
  const page = setUp();
  expect(page.mark()).toBeUndefined();
  expect(await page.sender.resume()).toBeNull();
  expect(page.mark()).toEqual({ kind: 'saved' });
});

test('keeps a title that is typed while another is being sent', async () => {
  const page = setUp();
  page.sender.type('One');
  const release = page.hold();
  const flushed = page.sender.flush();
  await page.settle();
  page.sender.type('Two');
  release();
  await flushed;
  expect(page.mark()).toEqual({ kind: 'saving' });
  expect(page.stored()).toBe('Two');
  expect(await page.sender.flush()).toBe(true);
  expect(page.sent).toEqual(['One', 'Two']);
});

test('concurrent flushes do not send a title twice', async () => {
  const page = setUp();
  const release = page.hold();
  page.sender.type('One');
  const first = page.sender.flush();
  page.sender.type('Two');
  const others = [page.sender.flush(), page.sender.flush()];
  release();
  await Promise.all([first, ...others]);
  expect(page.sent).toEqual(['One', 'Two']);
});

test('a title that is discarded while it is being sent is no longer unsent, even if the request fails', async () => {
  for (const answer of [
    { kind: 'failed' },
    { kind: 'refused', reason: 'It is locked.' },
  ] as const) {
    const page = setUp();
    const release = page.hold();
    page.answerWith(answer);
    page.sender.type('One');
    const sending = page.sender.flush();
    await page.settle();
    expect(page.sent).toEqual(['One']);
    await page.sender.discard();
    release();
    await sending;
    expect(page.mark()).toEqual({ kind: 'saved' });
    expect(page.timers).toEqual([]);
  }
});
