import { beforeEach, describe, expect, test } from 'vitest';
import { buildDoc } from '../server/compact.ts';
import { closeCodes } from '../protocol/frame.ts';
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
import { createMemoryCopies, createMemoryOutbox } from '../testing/memory.ts';
import { contentIn } from '../protocol/roots.ts';

beforeEach(openAnew);

describe('a page that is busy', () => {
  test('takes what others wrote meanwhile as one, in order, and hears at once that its own words are saved', async () => {
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

  test('has all that arrived before its line ended, and nothing of a line that it gave up', async () => {
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

describe('a link over a copy that the device kept', () => {
  test('[LINK5] opens without a server, takes words, and brings them once when the server is back', async () => {
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

  test('[LINK5] what the outbox could not take is not kept as if it were safe', async () => {
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

  test('what one throws away is in no copy, and a document that is taken away leaves none', async () => {
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

test('[LINK1], [LINK2], [LINK3] an update is stored before it is sent, and kept and unsaved until it is acknowledged', async () => {
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

test('what is done together is one update, on the device and for the server; also where doing it fails half way', async () => {
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
