import { beforeEach, describe, expect, test } from 'vitest';
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

/** Creates an outbox whose next calls fail, as many of each kind as `failing` says. */
function createFailingOutbox(): {
  outbox: Page['outbox'];
  failing: { add: number; load: number; remove: number };
} {
  const memory = createMemoryOutbox();
  const failing = { add: 0, load: 0, remove: 0 };
  const failIf = (kind: keyof typeof failing): void => {
    failing[kind] -= 1;
    if (failing[kind] >= 0) throw new Error('the device is broken');
  };
  const outbox: Page['outbox'] = {
    get size() {
      return memory.size;
    },
    async load() {
      failIf('load');
      return memory.load();
    },
    async add(update, declaration) {
      failIf('add');
      return memory.add(update, declaration);
    },
    async remove(keys) {
      failIf('remove');
      await memory.remove(keys);
    },
  };
  return { outbox, failing };
}

const broken = {
  kind: 'not_saved',
  code: 'device',
  reason: expect.stringContaining('cannot store'),
};

describe('a device that fails to store an update', () => {
  test('[LINK3], [LINK8] shows it until all updates are stored, and stores them in order with the next one', async () => {
    const { outbox, failing } = createFailingOutbox();
    const page = open('ada', 1, null, outbox);
    await settle();
    server.isThere = false;
    page.link.drop();
    await wait(5_000);
    failing.add = 2;
    write(page.doc, 'one');
    await settle();
    expect([page.link.state.saved, outbox.size]).toEqual([broken, 0]);
    // The device would store this one, but only together with the one before.
    write(page.doc, 'two');
    await settle();
    expect([page.link.state.saved, outbox.size]).toEqual([broken, 0]);
    write(page.doc, 'three');
    await settle();
    expect([page.link.state.saved, outbox.size]).toEqual([{ kind: 'offline' }, 3]);
    expect((await outbox.load()).map(({ update }) => update)).toEqual(page.link.pendingUpdates());
    page.link.close();
    server.isThere = true;
    const again = open('ada', 3, null, outbox);
    await wait(10_000);
    for (const word of ['one', 'two', 'three']) expect(stored().split(word)).toHaveLength(2);
    expect([again.link.state.saved, outbox.size]).toEqual([{ kind: 'saved' }, 0]);
  });

  test('[LINK3] sends it all the same, and does not say that it is kept while the server is silent', async () => {
    const { outbox, failing } = createFailingOutbox();
    const page = open('ada', 1, null, outbox);
    await settle();
    failing.add = 1;
    page.silence();
    write(page.doc, 'one');
    await wait(10_000);
    expect(page.link.state.saved).toEqual(broken);
    // When the connection breaks, the update is stored again.
    page.link.drop();
    await settle();
    expect(outbox.size).toBe(1);
    await wait(10_000);
    expect([page.link.state.saved, outbox.size]).toEqual([{ kind: 'saved' }, 0]);
    expect(stored().split('one')).toHaveLength(2);
  });

  test('an update that could not be removed is sent again by the next page, and stored once', async () => {
    const { outbox, failing } = createFailingOutbox();
    const page = open('ada', 1, null, outbox);
    await settle();
    failing.remove = 1;
    write(page.doc, 'one');
    await settle();
    expect([page.link.state.saved, outbox.size]).toEqual([{ kind: 'saved' }, 1]);
    page.link.close();
    const again = open('ada', 3, null, outbox);
    await wait(1_000);
    expect([again.link.state.saved, outbox.size]).toEqual([{ kind: 'saved' }, 0]);
    expect(stored().split('one')).toHaveLength(2);
  });
});

describe('[LINK7] a page that cannot read its outbox', () => {
  test('reads it again, and does not show saved before', async () => {
    const { outbox, failing } = createFailingOutbox();
    const copies = createMemoryCopies();
    const page = open('ada', 1, copies, outbox);
    await wait(4_000);
    server.isThere = false;
    page.link.drop();
    write(page.doc, 'from before');
    await wait(8_000);
    page.link.close();
    server.isThere = true;
    failing.load = 3;
    const again = open('ada', 3, copies, outbox);
    await wait(1_000);
    // The copy of the device shows the text, which the server does not have.
    expect(contentIn(again.doc)).toContain('from before');
    expect([again.link.state.connected, again.link.state.saved.kind]).toEqual([true, 'saving']);
    write(again.doc, 'meanwhile');
    await wait(6_000);
    for (const words of ['from before', 'meanwhile']) expect(stored().split(words)).toHaveLength(2);
    expect([again.link.state.saved, outbox.size]).toEqual([{ kind: 'saved' }, 0]);
  });

  test('counts as one without storage after four failures, and sends what it has later', async () => {
    const { outbox, failing } = createFailingOutbox();
    server.isThere = false;
    const page = open('ada', 1, null, outbox);
    await settle();
    write(page.doc, 'from before');
    await settle();
    page.link.close();
    server.isThere = true;
    failing.load = 6;
    const again = open('ada', 3, null, outbox);
    await wait(10_000);
    expect(again.link.state.saved).toEqual({ kind: 'saved' });
    expect(stored()).not.toContain('from before');
    await wait(10_000);
    expect(stored().split('from before')).toHaveLength(2);
    expect([again.link.state.saved, outbox.size]).toEqual([{ kind: 'saved' }, 0]);
    expect(contentIn(again.doc)).toBe(stored());
  });
});
