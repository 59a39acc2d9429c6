import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { databaseAddress } from '@longhand/driver';
import {
  generateHistory,
  seededRandom,
  stateAfter,
  updatesOf,
} from '../prepare/generated-history.ts';
import { startHocuspocus } from '../servers/hocuspocus.ts';
import { startLonghand } from '../servers/longhand.ts';
import { startRelay } from '../servers/relay.ts';
import type { Server } from '../servers/server.ts';
import { firstLetter } from '../wire/typing.ts';
import { initialPosition } from '../wire/wire.ts';
import { startLoadGenerator, type LoadGenerator } from './load-generator.ts';
import type { Participant } from './load-tasks.ts';

const clients = [12, 14, 16];

function participantsOf(server: Server, document: string): Participant[] {
  return clients.map((client, person) => ({
    server: server.name,
    url: server.url(document),
    headers: server.headers(person),
    document,
    client,
  }));
}

describe('a group of benchmark clients', () => {
  const servers = new Map<string, Server>();
  let generator: LoadGenerator;
  beforeAll(async () => {
    const longhand = await startLonghand(clients.length);
    const hocuspocus = await startHocuspocus(await databaseAddress(longhand.product.dataDir));
    // In closing order: the database ends with Longhand.
    for (const server of [hocuspocus, await startRelay(), longhand])
      servers.set(server.name, server);
    generator = startLoadGenerator();
  });
  afterAll(async () => {
    generator.close();
    for (const server of servers.values()) await server.close();
  });

  it.each(['longhand', 'hocuspocus', 'relay'])(
    'receives every letter of all its members through %s',
    async (name) => {
      const server = servers.get(name) as Server;
      const [document] = (await server.documents(1)) as [string];
      await generator.run({ kind: 'join', participants: participantsOf(server, document) });
      const typed = await generator.run({ kind: 'type', perSecond: 20, milliseconds: 500 });
      expect(typed.sent).toBeGreaterThan(0);
      expect(typed.seen.count).toBe(typed.sent * (clients.length - 1));
      expect(typed.acked.count).toBe(name === 'relay' ? 0 : typed.sent);
      const ledger = await generator.run({ kind: 'ledger' });
      const ends = new Map(
        ledger.map(({ client, promised, typedAt }) => [
          client,
          [promised, typedAt.length + firstLetter],
        ]),
      );
      expect([...ends.keys()].sort()).toEqual(clients);
      for (const [promised, end] of ends.values()) expect(promised).toBe(end);
      if (name !== 'relay') {
        const [participant] = participantsOf(server, document) as [Participant];
        const opened = await generator.run({
          kind: 'open',
          participant: { ...participant, client: null },
          position: initialPosition,
          times: 1,
        });
        expect(new Map(opened.clocks)).toEqual(
          new Map([...ends].map(([client, [, end]]) => [client, end])),
        );
        expect(opened.milliseconds).toHaveLength(1);
      }
      await generator.run({ kind: 'leave' });
    },
  );

  it.each(['longhand', 'hocuspocus'])(
    'floods readers and writes a history through %s',
    async (name) => {
      const server = servers.get(name) as Server;
      const [document] = (await server.documents(1)) as [string];
      const [writer, ...readers] = participantsOf(server, document) as [
        Participant,
        ...Participant[],
      ];
      const participants = [
        ...readers.map((participant) => ({ ...participant, client: null })),
        writer,
      ];
      await generator.run({ kind: 'join', participants });
      const typed = await generator.run({ kind: 'flood', characters: 1_000, window: 16 });
      expect([typed.sent, typed.seen.count]).toEqual([1_000, 1_000 * readers.length]);
      const history = generateHistory(500, seededRandom(1));
      await generator.run({ kind: 'write', updates: updatesOf(history, 500), window: 16 });
      await generator.run({ kind: 'leave' });
      const { clocks } = await generator.run({
        kind: 'open',
        participant: { ...writer, client: null },
        position: initialPosition,
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
    const server = servers.get('longhand') as Server;
    const [document] = (await server.documents(1)) as [string];
    const participants = participantsOf(server, document);
    await generator.run({ kind: 'join', participants });
    await generator.run({ kind: 'leave' });
    const participant: Participant = { ...(participants[0] as Participant), client: null };
    const fresh = await generator.run({
      kind: 'open',
      participant,
      position: initialPosition,
      times: 1,
    });
    const back = await generator.run({
      kind: 'open',
      participant,
      position: fresh.position,
      times: 1,
    });
    expect(fresh.bytes).toBeGreaterThan(0);
    expect(back.bytes).toBe(0);
  });
});
