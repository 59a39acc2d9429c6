import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { databaseAddress } from '@longhand/driver';
import { madeUpHistory, seeded, stateAfter, updatesOf } from '../prepare/writing.ts';
import { startHocuspocus } from '../sides/hocuspocus.ts';
import { startLonghand } from '../sides/longhand.ts';
import { startRelay } from '../sides/relay.ts';
import type { Side } from '../sides/side.ts';
import { firstLetter } from '../wire/typing.ts';
import { nowhere } from '../wire/wire.ts';
import { gatherCrowd, type Crowd } from './crowd.ts';
import type { Participant } from './orders.ts';

const clients = [12, 14, 16];

function placesOf(side: Side, document: string): Participant[] {
  return clients.map((client, person) => ({
    side: side.name,
    url: side.url(document),
    headers: side.headers(person),
    document,
    client,
  }));
}

describe('a group of benchmark clients', () => {
  const sides = new Map<string, Side>();
  let crowd: Crowd;
  beforeAll(async () => {
    const longhand = await startLonghand(clients.length);
    const hocuspocus = await startHocuspocus(await databaseAddress(longhand.product.dataDir));
    // In closing order: the database ends with Longhand.
    for (const side of [hocuspocus, await startRelay(), longhand]) sides.set(side.name, side);
    crowd = gatherCrowd();
  });
  afterAll(async () => {
    crowd.close();
    for (const side of sides.values()) await side.close();
  });

  it.each(['longhand', 'hocuspocus', 'relay'])(
    'receives every letter of all its members through %s',
    async (name) => {
      const side = sides.get(name) as Side;
      const [document] = (await side.documents(1)) as [string];
      await crowd.tell({ kind: 'join', places: placesOf(side, document) });
      const typed = await crowd.tell({ kind: 'type', perSecond: 20, milliseconds: 500 });
      expect(typed.sent).toBeGreaterThan(0);
      expect(typed.seen.count).toBe(typed.sent * (clients.length - 1));
      expect(typed.acked.count).toBe(name === 'relay' ? 0 : typed.sent);
      const ledger = await crowd.tell({ kind: 'ledger' });
      const ends = new Map(
        ledger.map(({ client, promised, typedAt }) => [
          client,
          [promised, typedAt.length + firstLetter],
        ]),
      );
      expect([...ends.keys()].sort()).toEqual(clients);
      for (const [promised, end] of ends.values()) expect(promised).toBe(end);
      if (name !== 'relay') {
        const [place] = placesOf(side, document) as [Participant];
        const opened = await crowd.tell({
          kind: 'open',
          place: { ...place, client: null },
          position: nowhere,
          times: 1,
        });
        expect(new Map(opened.clocks)).toEqual(
          new Map([...ends].map(([client, [, end]]) => [client, end])),
        );
        expect(opened.milliseconds).toHaveLength(1);
      }
      await crowd.tell({ kind: 'leave' });
    },
  );

  it.each(['longhand', 'hocuspocus'])(
    'floods readers and writes a history through %s',
    async (name) => {
      const side = sides.get(name) as Side;
      const [document] = (await side.documents(1)) as [string];
      const [writer, ...readers] = placesOf(side, document) as [Participant, ...Participant[]];
      const places = [...readers.map((place) => ({ ...place, client: null })), writer];
      await crowd.tell({ kind: 'join', places });
      const typed = await crowd.tell({ kind: 'flood', characters: 1_000, window: 16 });
      expect([typed.sent, typed.seen.count]).toEqual([1_000, 1_000 * readers.length]);
      const history = madeUpHistory(500, seeded(1));
      await crowd.tell({ kind: 'write', updates: updatesOf(history, 500), window: 16 });
      await crowd.tell({ kind: 'leave' });
      const { clocks } = await crowd.tell({
        kind: 'open',
        place: { ...writer, client: null },
        position: nowhere,
        times: 1,
      });
      const ends = new Map(clocks);
      expect(ends.get(writer.client ?? 0)).toBe(1_000 + firstLetter);
      const typedOnce = stateAfter(history, 500);
      for (const [client, end] of Y.parseUpdateMeta(typedOnce).to)
        expect(ends.get(client)).toBe(end);
    },
  );

  it('gets no updates again from Longhand when a client reconnects with a cursor', async () => {
    const side = sides.get('longhand') as Side;
    const [document] = (await side.documents(1)) as [string];
    const places = placesOf(side, document);
    await crowd.tell({ kind: 'join', places });
    await crowd.tell({ kind: 'leave' });
    const place: Participant = { ...(places[0] as Participant), client: null };
    const fresh = await crowd.tell({ kind: 'open', place, position: nowhere, times: 1 });
    const back = await crowd.tell({ kind: 'open', place, position: fresh.position, times: 1 });
    expect(fresh.bytes).toBeGreaterThan(0);
    expect(back.bytes).toBe(0);
  });
});
