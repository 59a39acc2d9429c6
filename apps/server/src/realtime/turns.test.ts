import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createTurns, upgradesAtOnce } from './turns.ts';

test('a client that leaves before its turn is not served, and does not delay the next one', async () => {
  const server = createServer();
  const upgrades: { request: IncomingMessage; stream: Duplex }[] = [];
  server.on('upgrade', (request, stream) => void upgrades.push({ request, stream }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.destroy();
    for (const { stream } of upgrades) stream.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  async function upgrade() {
    const before = upgrades.length;
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await expect.poll(() => upgrades.length).toBe(before + 1);
    return { client, upgrade: upgrades[before] as (typeof upgrades)[number] };
  }
  const inTurn = createTurns();
  const first = Promise.withResolvers<void>();
  const served: string[] = [];
  for (let each = 0; each < upgradesAtOnce; each += 1)
    void inTurn((await upgrade()).upgrade, () => first.promise);
  const leaving = await upgrade();
  const left = inTurn(leaving.upgrade, async () => void served.push('the one that left'));
  const next = inTurn((await upgrade()).upgrade, async () => void served.push('the next one'));
  leaving.client.end();
  await expect(left).rejects.toThrow(/abort/i);
  first.resolve();
  await next;
  expect(served).toEqual(['the next one']);
});
