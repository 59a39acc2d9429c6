import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { openLink } from './link.ts';
import { buildDoc } from '../server/compact.ts';
import { closeCodes, noticeFrame } from '../protocol/frame.ts';
import type { Notice } from '../protocol/notice.ts';
import {
  open,
  openAnew,
  server,
  settle,
  stored,
  wait,
  write,
  type Page,
} from '../testing/linked-page.ts';
import { createHeldClock, createMemoryCopies, createMemoryOutbox } from '../testing/memory.ts';
import { contentIn } from '../protocol/roots.ts';

beforeEach(openAnew);

describe('a page that delays the processing of received updates', () => {
  test('applies updates of other users in one transaction, and receives acknowledgements at once', async () => {
    const held: (() => void)[] = [];
    let isBusy = false;
    const writer = open('ada', 1);
    const page = open('ben', 2, null, undefined, (deliver) =>
      isBusy ? void held.push(deliver) : deliver(),
    );
    await settle();
    let changes = 0;
    page.doc.on('update', () => (changes += 1));
    isBusy = true;
    for (const word of ['one', 'two', 'three']) {
      write(writer.doc, word);
      await settle();
    }
    write(page.doc, 'mine');
    await settle();
    expect([changes, held.length]).toEqual([1, 1]);
    expect(page.link.state.saved.kind).toBe('saved');
    expect(stored()).toContain('mine');
    held.pop()?.();
    expect(changes).toBe(2);
    await settle();
    expect(contentIn(page.doc)).toBe(stored());
    for (const { link } of [writer, page]) link.close();
  });

  test('does not schedule the entry of an own change, which shows nothing', async () => {
    let scheduled = 0;
    const page = open('ada', 1, null, undefined, (deliver) => {
      scheduled += 1;
      deliver();
    });
    await settle();
    scheduled = 0;
    write(page.doc, 'mine');
    let transactions = 0;
    page.doc.on('beforeAllTransactions', () => (transactions += 1));
    await settle();
    expect(page.link.state.saved.kind).toBe('saved');
    expect([scheduled, transactions]).toEqual([0, 0]);
    const writer = open('ben', 2);
    await settle();
    write(writer.doc, 'theirs');
    await settle();
    expect(scheduled).toBeGreaterThan(0);
    expect(contentIn(page.doc)).toBe(stored());
    for (const { link } of [writer, page]) link.close();
  });

  test('applies all updates received before its connection ended, and none after the link is closed', async () => {
    const held: (() => void)[] = [];
    const writer = open('ada', 1);
    let isBusy = false;
    const page = open('ben', 2, null, undefined, (deliver) =>
      isBusy ? void held.push(deliver) : deliver(),
    );
    await settle();
    isBusy = true;
    write(writer.doc, 'just before');
    await settle();
    page.connection().close(1011, 'away for a moment');
    await settle();
    expect(contentIn(page.doc)).toContain('just before');
    isBusy = false;
    await wait(1_000);
    isBusy = true;
    write(writer.doc, 'held');
    await settle();
    page.link.close();
    for (const deliver of held) deliver();
    expect(contentIn(page.doc)).not.toContain('held');
    writer.link.close();
  });
});

describe('a link with a copy on the device', () => {
  test('[LINK5] opens offline, accepts edits, and sends them once when the server is back', async () => {
    const copies = createMemoryCopies();
    const before = open('ada', 1, copies);
    await settle();
    write(before.doc, 'from before');
    await wait(1_000);
    before.link.close();
    server.isThere = false;
    const page = open('ada', 2, copies, before.outbox as Page['outbox']);
    await wait(500);
    expect(page.link.state).toMatchObject({ held: true, synced: false });
    write(page.doc, 'in a tunnel');
    await wait(4_000);
    expect(page.link.state.saved).toEqual({ kind: 'offline' });
    page.link.close();
    const again = open('ada', 3, copies, page.outbox as Page['outbox']);
    await wait(500);
    expect(contentIn(again.doc)).toContain('in a tunnel');
    server.isThere = true;
    await wait(6_000);
    expect(again.link.state).toMatchObject({ held: false, synced: true, saved: { kind: 'saved' } });
    expect(stored().split('in a tunnel')).toHaveLength(2);
    expect(stored().split('from before')).toHaveLength(2);
    expect(page.outbox.size).toBe(0);
  });

  test('[LINK5] does not put an update into the copy that the outbox failed to store', async () => {
    const copies = createMemoryCopies();
    const outbox = {
      ...createMemoryOutbox(),
      add: () => Promise.reject(new Error('full')),
      size: 0,
    };
    const page = open('ada', 1, copies, outbox);
    await settle();
    write(page.doc, 'safe');
    await wait(4_000);
    server.isThere = false;
    page.link.drop();
    write(page.doc, 'nowhere else');
    await wait(8_000);
    expect(page.link.state.saved.kind).toBe('not_saved');
    page.link.close();
    const kept = await copies.load();
    expect(kept === null ? '' : contentIn(buildDoc([kept.state]))).not.toContain('nowhere else');
  });

  test('discarded updates are removed from the copy, and losing access deletes it', async () => {
    const copies = createMemoryCopies();
    const page = open('ada', 1, copies);
    await wait(4_000);
    server.isThere = false;
    page.link.drop();
    write(page.doc, 'never mind');
    await wait(4_000);
    expect(contentIn(buildDoc([(await copies.load())?.state ?? new Uint8Array([0, 0])]))).toContain(
      'never',
    );
    await page.link.discard();
    page.link.close();
    await settle();
    expect(await copies.load()).toBeNull();
    server.isThere = true;
    const again = open('ada', 2, copies);
    write(again.doc, 'kept for now');
    await wait(4_000);
    expect(await copies.load()).not.toBeNull();
    again.connection().close(closeCodes.notAllowed, 'removed');
    await settle();
    expect(await copies.load()).toBeNull();
  });
});

test('[LINK1], [LINK2], [LINK3] an update is in the outbox before it is sent, and unsaved until it is acknowledged', async () => {
  const memory = createMemoryOutbox();
  const events: string[] = [];
  const outbox: Page['outbox'] = {
    ...memory,
    get size() {
      return memory.size;
    },
    add(update, declaration) {
      events.push(`stored, ${server.writes} sent`);
      return memory.add(update, declaration);
    },
    remove(keys) {
      events.push(`removed, ${stored().includes('a word') ? 'on' : 'not on'} disk`);
      return memory.remove(keys);
    },
  };
  const page = open('ada', 1, null, outbox);
  await settle();
  expect(page.link.state.saved).toEqual({ kind: 'saved' });
  server.writes = 0;
  const marks: string[] = [];
  page.link.onChange(({ saved }) =>
    marks.push(`${saved.kind}, ${stored().includes('a word') ? 'on' : 'not on'} disk`),
  );
  page.doc.transact(() => write(page.doc, 'a word'));
  expect(events).toEqual(['stored, 0 sent']);
  expect([server.writes, memory.size, page.link.state.saved.kind]).toEqual([1, 1, 'saving']);
  await settle();
  expect(events).toEqual(['stored, 0 sent', 'removed, on disk']);
  expect(marks).toEqual(['saving, not on disk', 'saved, on disk']);
  expect(memory.size).toBe(0);
  page.link.close();
});

test('changes made together are one update in the outbox and to the server, even when the callback throws', async () => {
  const page = open('ada', 1);
  await settle();
  const answer = page.link.together(() => {
    write(page.doc, 'one');
    page.link.together(() => write(page.doc, 'two'));
    return 'done';
  });
  expect([answer, page.outbox.size]).toEqual(['done', 1]);
  await settle();
  expect([server.writes, stored()]).toEqual([1, expect.stringContaining('two')]);
  const failing = (): void =>
    page.link.together(() => {
      write(page.doc, 'three');
      throw new Error('half way');
    });
  expect(failing).toThrow('half way');
  await settle();
  expect([server.writes, stored()]).toEqual([2, expect.stringContaining('three')]);
  expect(page.link.together(() => 'nothing')).toBe('nothing');
  await settle();
  expect(server.writes).toBe(2);
});

describe('a link whose outbox has not stored an update yet', () => {
  /** Creates an outbox that stores updates only after `release` was called. */
  function createSlowOutbox(): { outbox: Page['outbox']; release: () => void } {
    const memory = createMemoryOutbox();
    const { promise, resolve } = Promise.withResolvers<void>();
    const outbox: Page['outbox'] = {
      ...memory,
      get size() {
        return memory.size;
      },
      add: (update, declaration) => promise.then(() => memory.add(update, declaration)),
    };
    return { outbox, release: resolve };
  }

  test('[LINK3] does not show it as saved when it is acknowledged, and then removes it from the outbox', async () => {
    const { outbox, release } = createSlowOutbox();
    const page = open('ada', 1, null, outbox);
    await settle();
    write(page.doc, 'ahead of the device');
    await settle();
    expect(stored()).toContain('ahead of the device');
    expect([page.link.pendingUpdates(), page.link.state.saved.kind]).toEqual([[], 'saving']);
    release();
    await settle();
    expect([outbox.size, page.link.state.saved.kind]).toEqual([0, 'saved']);
    page.link.close();
  });

  test('[LINK5] does not put it into the copy', async () => {
    const { outbox, release } = createSlowOutbox();
    const copies = createMemoryCopies();
    const page = open('ada', 1, copies, outbox);
    await wait(4_000);
    server.isThere = false;
    page.link.drop();
    write(page.doc, 'nowhere else yet');
    await wait(8_000);
    const isCopied = async (): Promise<boolean> => {
      const { state } = (await copies.load()) ?? {};
      return state !== undefined && contentIn(buildDoc([state])).includes('nowhere else yet');
    };
    expect(await isCopied()).toBe(false);
    release();
    await wait(8_000);
    expect(await isCopied()).toBe(true);
    page.link.close();
  });
});

test('[WIRE3] a page ignores a notice of an unknown kind and stays connected', async () => {
  const page = open('ada', 1);
  await settle();
  const heard: string[] = [];
  page.link.onNotice(({ kind }) => heard.push(kind));
  for (const notice of [{ kind: 'from the future', by: 7 }, { kind: 'going_away' }])
    page.send(noticeFrame(notice as Notice));
  await settle();
  expect([heard, server.connections, page.link.state.connected]).toEqual([['going_away'], 1, true]);
  write(page.doc, 'as before');
  await settle();
  expect(stored()).toContain('as before');
  page.link.close();
});

test.each([
  ['half', 0, 0.5],
  ['exactly', 0.5, 1],
  ['one and a half times', 1, 1.5],
])(
  'a link waits %s the retry delay for the random value %d, and the delay grows to one second, then to five',
  async (_, random, factor) => {
    const held = createHeldClock();
    const tries: number[] = [];
    const link = openLink({
      doc: new Y.Doc(),
      awareness: null,
      outbox: createMemoryOutbox(),
      copies: null,
      clock: held,
      random: () => random,
      connect: ({ closed }) => {
        tries.push(held.now());
        void Promise.resolve().then(() => closed(1006, ''));
        return { send: () => undefined, close: () => undefined };
      },
    });
    await settle();
    while (tries.length < 16 && held.step()) await settle();
    link.close();
    const waits = tries.slice(1).map((at, i) => Math.round(at - (tries[i] ?? 0)));
    const growing = [150, 240, 384, 614.4, 983.04];
    const delays = [...growing, ...Array(7).fill(1_000), ...Array(3).fill(5_000)];
    expect(waits).toEqual(delays.map((delay) => Math.round(delay * factor)));
  },
);

test('a link replaces a connection that delivers nothing for 35 s, and sends the changes again', async () => {
  const page = open('ada', 1);
  await settle();
  page.silence();
  write(page.doc, 'into the void');
  await wait(30_000);
  expect([server.connections, stored()]).toEqual([1, expect.not.stringContaining('void')]);
  expect(page.link.state.saved.kind).not.toBe('saved');
  await wait(10_000);
  expect([server.connections, stored()]).toEqual([2, expect.stringContaining('into the void')]);
  expect(page.link.state.saved).toEqual({ kind: 'saved' });
  page.link.close();
});

describe('two open pages of one user that share an outbox', () => {
  test('[LINK2], [LINK3] write offline, and the server stores each text once', async () => {
    server.isThere = false;
    const outbox = createMemoryOutbox();
    const first = open('ada', 1, null, outbox);
    await settle();
    write(first.doc, 'in the first tab');
    await settle();
    const second = open('ada', 2, null, outbox);
    await settle();
    expect(contentIn(second.doc)).toContain('in the first tab');
    write(second.doc, 'in the second tab');
    write(first.doc, 'later in the first tab');
    await wait(4_000);
    expect(outbox.size).toBe(3);
    server.isThere = true;
    await wait(10_000);
    for (const words of ['"in the first tab', '"in the second tab', '"later in the first tab'])
      expect(stored().split(words)).toHaveLength(2);
    for (const { doc, link } of [first, second]) {
      expect([contentIn(doc), link.state.saved]).toEqual([stored(), { kind: 'saved' }]);
      link.close();
    }
    expect(outbox.size).toBe(0);
  });

  test('[LINK2] remove only what the server has acknowledged to one of them', async () => {
    const outbox = createMemoryOutbox();
    const first = open('ada', 1, null, outbox);
    await settle();
    first.silence();
    write(first.doc, 'loaded by the second tab');
    await settle();
    const second = open('ada', 2, null, outbox);
    await settle();
    write(first.doc, 'in the first tab only');
    await settle();
    write(second.doc, 'in the second tab');
    await settle();
    expect(second.link.state.saved).toEqual({ kind: 'saved' });
    expect(stored()).toContain('loaded by the second tab');
    expect([stored().includes('in the first tab only'), outbox.size]).toEqual([false, 1]);
    await wait(40_000);
    for (const words of ['loaded by the second tab', 'in the first tab only', 'in the second tab'])
      expect(stored().split(words)).toHaveLength(2);
    expect([first.link.state.saved, outbox.size]).toEqual([{ kind: 'saved' }, 0]);
    for (const { link } of [first, second]) link.close();
  });
});
