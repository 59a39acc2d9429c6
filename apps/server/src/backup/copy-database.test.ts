import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { dumpOf, openEmpty } from './backup.testing.ts';
import { copyDatabase } from './copy-database.ts';

const ids = createIds(systemClock);
const nothing = (): Promise<void> => Promise.resolve();

let source: TestDatabase;
beforeAll(async () => {
  source = await createTestDatabase();
  for (const text of ['a\tb\nc\\d\\.\r\n\\N', '\\.', '', '💚 é 中文 \u202E\u0001'])
    await source.pool.query(
      `insert into messages (id, kind, email, message) values ($1, 'contact', 'a@example.org', $2)`,
      [ids.uuid(), text],
    );
});
afterAll(() => source.drop());

async function openTarget() {
  const target = await openEmpty();
  onTestFinished(() => target.close());
  return target;
}

const copyTo = ({ connection }: { connection: pg.PoolConfig }, before = nothing): Promise<void> =>
  copyDatabase(source.poolConfig as pg.ClientConfig, connection as pg.ClientConfig, before);

async function dumpOfSource(): Promise<Map<string, string>> {
  const client = await source.pool.connect();
  try {
    return await dumpOf(client);
  } finally {
    client.release(true);
  }
}

test('all rows are copied with all their bytes', async () => {
  const target = await openTarget();
  await copyTo(target);
  expect(await dumpOf(target.client)).toEqual(await dumpOfSource());
});

/**
 * Starts a relay to a server, which passes on the end of copied rows (CopyDone) before what follows
 * it, as a busy network does.
 */
async function startHaltingRelay({ host, port }: pg.ClientConfig): Promise<number> {
  const copyDone = Buffer.from('c\0\0\0\u0004', 'latin1');
  const sockets: Socket[] = [];
  const relay = createServer((client) => {
    const server = host?.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(Number(port), host);
    sockets.push(client, server);
    client.pipe(server);
    server.on('close', () => client.destroy());
    void (async () => {
      for await (const chunk of server as AsyncIterable<Buffer>) {
        const at = chunk.indexOf(copyDone);
        const end = at === -1 ? chunk.length : at + copyDone.length;
        client.write(chunk.subarray(0, end));
        if (end === chunk.length) continue;
        await sleep(20);
        client.write(chunk.subarray(end));
      }
    })().catch(() => client.destroy());
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return (relay.address() as AddressInfo).port;
}

test('all rows are copied if their number arrives after them', async () => {
  const target = await openTarget();
  const from = source.poolConfig as pg.ClientConfig;
  const relayed = { ...from, host: '127.0.0.1', port: await startHaltingRelay(from), ssl: false };
  await copyDatabase(relayed, target.connection as pg.ClientConfig, nothing);
  expect(await dumpOf(target.client)).toEqual(await dumpOfSource());
});

test('nothing is written if the callback before fails', async () => {
  const target = await openTarget();
  const full = (): Promise<void> => Promise.reject(new Error('full'));
  await expect(copyTo(target, full)).rejects.toThrow('full');
  expect(await dumpOf(target.client)).toEqual(new Map());
});

test('a table that the product does not have is refused', async () => {
  await source.pool.query('create table strange (a int)');
  const target = await openTarget();
  await expect(copyTo(target)).rejects.toThrow('that Longhand does not have: public.strange (a)');
  await source.pool.query('drop table strange');
});

test('a database that was never used is left empty', async () => {
  const [empty, target] = [await openTarget(), await openTarget()];
  const configs = [empty, target].map(({ connection }) => connection as pg.ClientConfig);
  await copyDatabase(configs[0] ?? {}, configs[1] ?? {}, () => Promise.reject(new Error('used')));
  expect(await dumpOf(target.client)).toEqual(new Map());
});
