import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { subprotocol } from '@longhand/sync/protocol';
import { openLiveHost } from '../live.testing.ts';

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
