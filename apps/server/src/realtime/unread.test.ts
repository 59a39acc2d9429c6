import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { resumeFrame, subprotocol } from '@longhand/sync/protocol';
import { openLiveHost } from '../live.testing.ts';

const megabyte = 1_048_576;
const documentBytes = 24 * megabyte;

test('limits the unread bytes of a session, and closes the connection that exceeds the limit', async () => {
  // A paused socket answers no ping.
  const host = await openLiveHost({ unreadOfSessionMax: 30 * megabyte, pingEvery: 600_000 });
  onTestFinished(() => host.close());
  const writer = await host.person('writer');
  const documentId = await host.document(writer);
  const page = await host.open(writer, documentId);
  for (let part = 0; part < documentBytes / megabyte; part += 1) page.write('x'.repeat(megabyte));
  await page.saved();
  // Without pings, the page would take a long silence for a broken connection and open another.
  page.link.close();

  const closes: string[] = [];
  /** Number of open connections, and why others were closed. */
  const connections = () => [host.metrics().connections, ...closes];
  await expect.poll(connections).toEqual([0]);

  /** Requests the document and reads nothing of it until the socket is resumed. */
  async function ask(
    cookie: string,
  ): Promise<{ socket: WebSocket; read: () => number; closed: Promise<unknown> }> {
    const socket = new WebSocket(
      `ws://127.0.0.1:${host.port}/collab/${documentId}`,
      [subprotocol],
      { headers: { cookie } },
    );
    let bytes = 0;
    socket.on('message', (data: Buffer) => (bytes += data.length));
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => closes.push(`${code} ${reason.toString()}`));
    await once(socket, 'open');
    socket.pause();
    socket.send(resumeFrame(0, 0, new Uint8Array([0])));
    return { socket, read: () => bytes, closed };
  }

  const other = await host.person('other');
  await host.deps.db
    .insertInto('document_members')
    .values({ document_id: documentId, user_id: other.userId, role: 'viewer' })
    .execute();
  const first = await ask(writer.cookie);
  await expect.poll(connections).toEqual([1]);
  const elsewhere = await ask(other.cookie);
  await expect.poll(connections).toEqual([2]);
  const beyond = await ask(writer.cookie);
  await expect.poll(connections).toEqual([3]);
  // The connection over the limit is closed without having read anything. The others receive
  // everything once they read. A socket that does not read learns of its end later.
  await expect.poll(connections).toEqual([2]);
  beyond.socket.resume();
  await beyond.closed;
  expect(beyond.read()).toBeLessThan(documentBytes);
  for (const one of [first, elsewhere]) {
    one.socket.resume();
    await expect.poll(() => one.read()).toBeGreaterThan(documentBytes);
    expect(one.socket.readyState).toBe(WebSocket.OPEN);
    one.socket.close();
  }
});
