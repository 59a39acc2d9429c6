import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { openLink } from './link.ts';
import type { LineEvents } from './link-types.ts';
import {
  ackFrame,
  entryFrame,
  noticeFrame,
  readClientFrame,
  stateFrame,
  type ClientFrame,
} from '../protocol/frame.ts';
import { contentIn } from '../protocol/roots.ts';
import { clock, settle, write } from '../testing/linked-page.ts';
import { createMemoryOutbox } from '../testing/memory.ts';

/** Opens a page whose frames the test delivers. `lines`: its connections, with the frames sent. */
function openByHand() {
  const lines: { events: LineEvents; sent: ClientFrame[] }[] = [];
  const doc = Object.assign(new Y.Doc(), { clientID: 2 });
  const link = openLink({
    doc,
    awareness: null,
    outbox: createMemoryOutbox(),
    copies: null,
    clock,
    random: () => 0.5,
    connect(events) {
      const sent: ClientFrame[] = [];
      lines.push({ events, sent });
      return {
        send: (frame) => void sent.push(readClientFrame(frame)),
        close: () => events.closed(1000, 'closed here'),
      };
    },
  });
  const lineAt = (at: number) => lines[at] as (typeof lines)[number];
  return { doc, link, lineAt };
}

describe('[REC1] a page does not know the epoch before the first response, and', () => {
  test('applies no entry, because it could not notice a restore', async () => {
    const { doc, link, lineAt } = openByHand();
    await settle();
    const { events } = lineAt(0);
    events.opened();
    const other = Object.assign(new Y.Doc(), { clientID: 4 });
    const written: Uint8Array[] = [];
    other.on('update', (update: Uint8Array) => written.push(update));
    for (const word of ['one', 'two']) write(other, word);
    const [one, two] = written as [Uint8Array, Uint8Array];
    events.frame(entryFrame(1, [one]));
    expect(contentIn(doc)).not.toContain('one');
    events.frame(stateFrame(1, 0, 1, [one]));
    expect(contentIn(doc)).toContain('one');
    events.frame(entryFrame(2, [two]));
    expect(contentIn(doc)).toBe(contentIn(other));
    link.close();
  });

  test('sends no write, because it could not notice that an acknowledged one is lost', async () => {
    const { doc, link, lineAt } = openByHand();
    await settle();
    const { events, sent } = lineAt(0);
    events.opened();
    write(doc, 'one');
    await settle();
    const typesSent = (): string[] => sent.map(({ type }) => type);
    expect(typesSent()).toEqual(['resume']);
    expect(link.state.saved).toEqual({ kind: 'saving' });
    events.frame(stateFrame(1, 0, 0, []));
    expect(typesSent()).toEqual(['resume', 'write']);
    events.frame(ackFrame(1));
    await settle();
    expect(link.state.saved).toEqual({ kind: 'saved' });
    link.close();
  });

  test('sends nothing as a whole, because it may be a recovery', async () => {
    const { doc, link, lineAt } = openByHand();
    await settle();
    const { events } = lineAt(0);
    events.opened();
    events.frame(stateFrame(1, 0, 0, []));
    write(doc, 'one');
    // The connection is closed, and everything is sent again over the next one.
    events.frame(noticeFrame({ kind: 'refused', id: 1, reason: 'gap', detail: 'a gap' }));
    clock.advance(1_000);
    await settle();
    const next = lineAt(1);
    next.events.opened();
    write(doc, 'two');
    const typesSent = (): string[] => next.sent.map(({ type }) => type);
    expect(typesSent()).toEqual(['resume']);
    next.events.frame(stateFrame(2, 0, 0, []));
    expect(typesSent()).toEqual(['resume', 'recovery', 'write', 'write']);
    next.events.frame(ackFrame(3));
    await settle();
    expect(link.state.saved).toEqual({ kind: 'saved' });
    link.close();
  });
});
