import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { open, openAnew, server, settle, stored, wait, write } from '../testing/linked-page.ts';
import { createMemoryOutbox } from '../testing/memory.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';

beforeEach(openAnew);

describe('a link whose updates are refused', () => {
  test('[LINK4], [REF1], [REF2] sends them once, keeps them, still receives updates, and resends when writing is allowed', async () => {
    const page = open('ben', 1);
    await settle();
    page.link.drop();
    for (let i = 0; i < 30; i += 1) write(page.doc, `offline ${i}.`);
    server.rights = { role: 'viewer', right: 'read' };
    await wait(60_000);
    const [sent, came] = [server.writes, server.connections];
    for (let i = 0; i < 30; i += 1) {
      page.link.drop();
      await wait(10_000);
    }
    expect(server.connections).toBe(came + 30);
    expect(server.writes).toBe(sent);
    expect(page.link.state.saved).toEqual({
      kind: 'not_saved',
      code: 'not_allowed',
      reason: 'your role does not allow changes',
    });
    expect(page.outbox.size).toBe(30);

    server.rights = { role: 'editor', right: 'write' };
    const other = open('ada', 2);
    await settle();
    write(other.doc, 'by somebody else');
    await settle();
    expect(contentIn(page.doc)).toContain('by somebody else');
    expect(server.writes).toBe(sent + 1);

    page.connection().setRole('editor', 'write');
    await wait(10_000);
    expect(page.link.state.saved.kind).toBe('saved');
    expect(page.outbox.size).toBe(0);
    for (let i = 0; i < 30; i += 1) expect(stored().split(`offline ${i}.`)).toHaveLength(2);
    page.link.close();
    other.link.close();
  });

  test('[REF1], [REF6] keeps the edits of a reviewer and all later updates on the device until they are discarded', async () => {
    server.rights = { role: 'reviewer', right: 'suggest' };
    const page = open('ben', 10);
    await settle();
    page.doc.clientID = 11;
    write(page.doc, 'suggested');
    await settle();
    expect(page.link.state).toMatchObject({ pending: 'clean', saved: { kind: 'saved' } });
    page.doc.clientID = 10;
    write(page.doc, 'edited');
    page.doc.clientID = 11;
    write(page.doc, 'after');
    await wait(20_000);
    const sent = server.writes;
    write(page.doc, 'later');
    page.link.drop();
    await wait(20_000);
    expect([server.writes, page.outbox.size]).toEqual([sent, 3]);
    expect(page.link.state).toMatchObject({
      connection: 'live',
      pending: 'refused',
      refused: {
        reason: 'not_a_suggestion',
        detail: expect.stringContaining('a reviewer may only suggest changes'),
      },
      saved: {
        kind: 'not_saved',
        reason: expect.stringContaining('a reviewer may only suggest changes'),
      },
    });
    expect(page.link.pendingUpdates()).toHaveLength(3);
    await page.link.discard();
    write(page.doc, 'on top of it');
    await settle();
    expect(page.link.state).toMatchObject({ pending: 'discarded', refused: null });
    expect([page.outbox.size, page.link.pendingUpdates().length, server.writes]).toEqual([
      0,
      0,
      sent,
    ]);
    expect(page.link.state.saved.kind).not.toBe('saved');
    page.link.close();
    const again = open('ben', 12);
    await settle();
    expect(contentIn(again.doc)).toContain('suggested');
    for (const words of ['edited', 'after', 'later', 'on top'])
      expect(contentIn(again.doc)).not.toContain(words);
    again.link.close();
  });

  test('[LINK6] sends a decision with its update, also after a reload, and the room stores it once', async () => {
    server.rights = { role: 'reviewer', right: 'suggest' };
    const reviewer = open('ben', 10);
    await settle();
    reviewer.doc.clientID = 11;
    const { suggestions } = rootsIn(reviewer.doc);
    reviewer.link.together(() => {
      suggestions.push([
        { kind: 'about', id: 'one', by: 'ben', at: 1 },
        { kind: 'insert', id: 'one', client: 11, clock: 2 },
      ]);
      write(reviewer.doc, 'suggested');
    });
    await settle();
    server.rights = { role: 'editor', right: 'write' };
    const page = open('ada', 20);
    await settle();
    server.isThere = false;
    page.link.drop();
    const { text } = rootsIn(page.doc);
    page.link.together(() => {
      page.link.declare({ verdict: 'reject', ids: ['one'] });
      text.delete(0, text.length);
    });
    expect(() => page.link.declare({ verdict: 'reject', ids: ['one'] })).toThrow('together');
    await settle();
    page.link.close();
    server.isThere = true;
    const again = open('ada', 22, null, page.outbox);
    await wait(2_000);
    expect(again.link.state.saved).toEqual({ kind: 'saved' });
    expect(server.log.decisions('document')).toEqual([
      {
        user: 'ada',
        session: 'ada',
        at: expect.any(Number),
        verdict: 'reject',
        suggestions: [{ id: 'one', author: 'ben', isPart: false }],
      },
    ]);
    for (const { link } of [reviewer, again]) link.close();
  });

  test('[REF7] does not retry when it receives its role again', async () => {
    const ada = open('ada', 7);
    await settle();
    write(ada.doc, 'mine');
    await settle();
    const ben = open('ben', 20);
    await settle();
    ben.doc.clientID = 7;
    write(ben.doc, 'in the name of Ada');
    await settle();
    expect(ben.link.state.saved).toEqual({
      kind: 'not_saved',
      code: 'foreign_client',
      reason: 'this text belongs to another user',
    });
    const sent = server.writes;
    ben.connection().setRole('owner', 'write');
    ben.link.drop();
    await wait(20_000);
    expect(ben.link.state.connected).toBe(true);
    expect(server.writes).toBe(sent);
    ada.link.close();
    ben.link.close();
  });
});

test('[REF3] a link whose update was lost answers the notice gap with everything that its page has, over a new connection', async () => {
  const page = open('ben', 1);
  await settle();
  const refusals: string[] = [];
  page.link.onNotice((notice) => {
    if (notice.kind === 'refused') refusals.push(notice.reason);
  });
  page.silence();
  write(page.doc, 'lost on the way');
  await settle();
  page.silence(false);
  write(page.doc, 'after the gap');
  await settle();
  expect([refusals, server.connections, server.wholes]).toEqual([['gap'], 1, 0]);
  expect(server.log.history('document')).toEqual([]);
  expect([page.outbox.size, page.link.state.saved.kind]).toEqual([2, 'saving']);
  await wait(1_000);
  expect([refusals, server.connections, server.wholes]).toEqual([['gap'], 2, 1]);
  expect([page.outbox.size, page.link.state.saved.kind]).toEqual([0, 'saved']);
  for (const words of ['lost on the way', 'after the gap'])
    expect(stored().split(words)).toHaveLength(2);
  page.link.close();
});

test('[LINK4], [REF4] updates refused for lack of disk space stay on the device and are retried until stored', async () => {
  const page = open('ben', 1);
  await settle();
  server.hasDiskSpace = false;
  for (let i = 0; i < 30; i += 1) write(page.doc, `word ${i}.`);
  for (let second = 0; second < 60; second += 1) {
    await wait(1_000);
    expect(page.link.state.saved).toMatchObject({
      kind: 'not_saved',
      reason: expect.stringContaining('out of disk space'),
    });
  }
  expect([page.outbox.size, server.log.history('document').length]).toEqual([30, 0]);
  expect(server.connections, 'tries').toBeLessThan(30);
  server.hasDiskSpace = true;
  await wait(10_000);
  expect([page.link.state.saved.kind, page.outbox.size]).toEqual(['saved', 0]);
  for (let i = 0; i < 30; i += 1) expect(stored().split(`word ${i}.`)).toHaveLength(2);
  page.link.close();
});

test('[REF6] updates written after a discard are neither stored on the device nor sent', async () => {
  const page = open('ada', 1);
  await settle();
  server.isThere = false;
  page.connection().close(1001, 'going away');
  await settle();
  write(page.doc, 'one');
  await page.link.discard();
  write(page.doc, 'two');
  await settle();
  expect([page.link.pendingUpdates().length, page.outbox.size]).toEqual([0, 0]);
  server.isThere = true;
  await wait(6_000);
  expect(page.link.state.saved.kind, 'not saved, and not said to be').not.toBe('saved');
});

test('[LINK9] a page whose changes are rejected each time returns more and more rarely, and still shows what others write', async () => {
  // Content of a kind that only another version of the page knows.
  const newer = Object.assign(new Y.Doc(), { clientID: 9 });
  newer.getXmlFragment('drawing').insert(0, [new Y.XmlElement('line')]);
  const outbox = createMemoryOutbox();
  await outbox.add(Y.encodeStateAsUpdate(newer));
  const page = open('ben', 1, null, outbox);
  await wait(60_000);
  expect(page.link.state.saved.kind).toBe('not_saved');
  expect(page.outbox.size).toBe(1);
  expect(server.connections).toBeGreaterThan(5);
  expect(server.connections).toBeLessThan(25);
  const other = open('ada', 2);
  await settle();
  write(other.doc, 'by another user');
  await wait(10_000);
  expect(contentIn(page.doc)).toContain('by another user');
});

/** Writes a passage, and returns its update and those of 30 words that continue it. */
function writeOn(): { passage: Uint8Array; words: Uint8Array[] } {
  const doc = Object.assign(new Y.Doc(), { clientID: 9 });
  write(doc, 'a passage.');
  const passage = Y.encodeStateAsUpdate(doc);
  const words = Array.from({ length: 30 }, (_, at) => {
    const before = Y.encodeStateVector(doc);
    write(doc, `continued ${at}.`);
    return Y.encodeStateAsUpdate(doc, before);
  });
  return { passage, words };
}

test('[LINK10] updates whose base is lost stay on the device, and hold back nothing else', async () => {
  const outbox = createMemoryOutbox();
  for (const word of writeOn().words) await outbox.add(word);
  const page = open('ben', 1, null, outbox);
  await settle();
  write(page.doc, 'typed on this page');
  await wait(30_000);
  expect(stored()).toContain('typed on this page');
  expect([page.outbox.size, page.link.pendingUpdates().length]).toEqual([30, 30]);
  expect(page.link.state.saved).toMatchObject({
    kind: 'not_saved',
    code: 'lost_base',
  });
  expect(server.connections).toBe(1);
  page.link.close();
});

test('[LINK10] such updates are sent as soon as the page receives their base', async () => {
  const { passage, words } = writeOn();
  const outbox = createMemoryOutbox();
  for (const word of words) await outbox.add(word);
  const page = open('ben', 1, null, outbox);
  const other = open('ben', 2);
  await wait(20_000);
  expect(page.link.state.saved.kind).toBe('not_saved');
  Y.applyUpdate(other.doc, passage);
  await wait(1_000);
  for (let at = 0; at < 30; at += 1) expect(stored().split(`continued ${at}.`)).toHaveLength(2);
  expect([page.link.state.saved.kind, page.outbox.size]).toEqual(['saved', 0]);
  for (const { link } of [page, other]) link.close();
});
