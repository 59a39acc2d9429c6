import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { subprotocol } from '@longhand/sync/protocol';
import { openLiveHost } from '../live.testing.ts';
import { upgradesAtOnce } from './turns.ts';

test('refuses permessage-deflate, because a compressed frame could be a decompression bomb', async () => {
  const host = await openLiveHost();
  onTestFinished(() => host.close());
  const writer = await host.person('writer');
  const documentId = await host.document(writer);
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/collab/${documentId}`, [subprotocol], {
    headers: { cookie: writer.cookie },
    perMessageDeflate: true,
  });
  await once(socket, 'open');
  expect(socket.extensions).toBe('');
  socket.close();
});

test('many pages that come at once leave connections of the database to other calls, and are all admitted', async () => {
  const host = await openLiveHost();
  onTestFinished(() => host.close());
  const { pool } = host.database;
  const writer = await host.person('writer');
  const documents = await Promise.all(Array.from({ length: 10 }, () => host.document(writer)));
  const lock = await pool.connect();
  await lock.query('begin');
  await lock.query('lock table sessions in access exclusive mode');
  const sockets = Array.from({ length: 50 }, (_, page) => {
    const path = `/collab/${documents[page % documents.length]}`;
    return new WebSocket(`ws://127.0.0.1:${host.port}${path}`, [subprotocol], {
      headers: { cookie: writer.cookie },
    });
  });
  const locked = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  await expect.poll(locked).toBe(upgradesAtOnce);
  await lock.query('rollback');
  lock.release();
  await expect.poll(() => host.metrics().connections).toBe(sockets.length);
  for (const socket of sockets) socket.close();
});

test('disconnects a client that answers no ping, and keeps one that answers and sends nothing', async () => {
  const host = await openLiveHost({ pingEvery: 1_000 });
  onTestFinished(() => host.close());
  const writer = await host.person('writer');
  const documentId = await host.document(writer);
  const open = (autoPong: boolean): WebSocket =>
    new WebSocket(`ws://127.0.0.1:${host.port}/collab/${documentId}`, [subprotocol], {
      headers: { cookie: writer.cookie },
      autoPong,
    });
  const [answering, silent] = [open(true), open(false)];
  let pings = 0;
  answering.on('ping', () => (pings += 1));
  const closed = once(silent, 'close');
  await Promise.all([once(answering, 'open'), once(silent, 'open')]);
  await expect.poll(() => host.metrics().connections).toBe(2);
  // No close frame: the connection is cut, because nothing reads at its other end.
  expect((await closed)[0]).toBe(1006);
  await expect.poll(() => host.metrics().connections).toBe(1);
  await expect.poll(() => pings).toBeGreaterThan(2);
  expect(answering.readyState).toBe(WebSocket.OPEN);
  answering.close();
});
