import { expect, test } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { createHeldClock } from '../testing/memory.ts';
import { createPresence } from './presence.ts';

/** Creates a presence with a held clock, and records the updates that it sends. */
function openPresence() {
  const clock = createHeldClock();
  const sent: Uint8Array[] = [];
  const except: (object | null)[] = [];
  const presence = createPresence({
    clock,
    stateBytesMax: 1_000,
    send: (update, without) => {
      sent.push(update);
      except.push(without);
    },
    mayUse: () => true,
    isAhead: () => false,
  });
  return { clock, sent, except, presence };
}

/** Creates the awareness of a client. */
function openAwareness(client: number): Awareness {
  const doc = new Y.Doc();
  doc.clientID = client;
  return new Awareness(doc);
}

const ada = { id: 'ada', name: 'Ada', color: '#112233' };

test('awareness changes within 50 ms are sent as one update with the last state', () => {
  const { clock, sent, presence } = openPresence();
  const [own, other] = [openAwareness(2), openAwareness(4)];
  const key = {};
  for (let at = 0; at < 100; at += 1) {
    own.setLocalStateField('cursor', { at });
    presence.receive(key, ada, encodeAwarenessUpdate(own, [2]));
  }
  expect(sent).toHaveLength(0);
  clock.advance(50);
  expect(sent).toHaveLength(1);
  applyAwarenessUpdate(other, sent[0] as Uint8Array, 'server');
  expect(other.getStates().get(2)).toMatchObject({ cursor: { at: 99 }, user: ada });
  for (const each of [own, other]) each.destroy();
});

test('a client that constantly changes its state causes at most 20 updates a second', () => {
  const { clock, sent, presence } = openPresence();
  const own = openAwareness(2);
  for (let at = 0; at < 1_000; at += 1) {
    own.setLocalStateField('cursor', { at });
    presence.receive(ada, ada, encodeAwarenessUpdate(own, [2]));
    clock.advance(1);
  }
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThanOrEqual(20);
  own.destroy();
});

test('[ROOM20] a connection is sent an update with its own states only at most every 10 s', () => {
  const { clock, except, presence } = openPresence();
  const [own, other] = [openAwareness(2), openAwareness(4)];
  const [adasTab, bensTab] = [{}, {}];
  const moveAda = (at: number): void => {
    own.setLocalState({ at });
    presence.receive(adasTab, ada, encodeAwarenessUpdate(own, [2]));
  };
  for (const at of [0, 1, 2]) {
    moveAda(at);
    clock.advance(4_900);
  }
  expect(except).toEqual([null, adasTab, adasTab]);
  moveAda(3);
  clock.advance(50);
  expect(except.at(-1)).toBe(null);
  moveAda(4);
  other.setLocalState({});
  presence.receive(bensTab, { ...ada, id: 'ben' }, encodeAwarenessUpdate(other, [4]));
  clock.advance(50);
  expect(except.at(-1)).toBe(null);
  presence.leave(bensTab);
  clock.advance(50);
  expect(except.at(-1)).toBe(null);
  for (const each of [own, other]) each.destroy();
});

test('the sent states include that of the sender, because stock clients wait for it', () => {
  const { clock, sent, presence } = openPresence();
  const [own, other] = [openAwareness(2), openAwareness(4)];
  for (const each of [own, other]) each.setLocalState({});
  presence.receive(ada, ada, encodeAwarenessUpdate(own, [2]));
  presence.receive(other, { ...ada, id: 'ben' }, encodeAwarenessUpdate(other, [4]));
  clock.advance(50);
  const seen = openAwareness(6);
  applyAwarenessUpdate(seen, sent[0] as Uint8Array, 'server');
  expect([...seen.getStates().keys()].toSorted()).toEqual([2, 4, 6]);
  for (const each of [own, other, seen]) each.destroy();
});
