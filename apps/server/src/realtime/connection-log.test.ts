import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { subprotocol, syncFrame } from '@longhand/sync/protocol';
import { openLiveHost, writeParagraph } from '../live.testing.ts';
import { createLog } from '../platform/log.ts';

test.each([
  ['at once', 'a word nobody else has'],
  ['in slices', 'a word nobody else has'.repeat(4_000)],
])(
  'an error while an update is handled %s is logged with the id of its connection, and without its text',
  async (_, text) => {
    const lines: string[] = [];
    const host = await openLiveHost({
      log: createLog('error', { write: (line) => void lines.push(line) }),
      room: {
        hadLately() {
          throw new Error('no answer of the disk');
        },
      },
    });
    onTestFinished(() => host.close());
    const writer = await host.person('writer');
    const documentId = await host.document(writer);
    const url = `ws://127.0.0.1:${host.port}/collab/${documentId}`;
    const socket = new WebSocket(url, [subprotocol], { headers: { cookie: writer.cookie } });
    const upgraded = once(socket, 'upgrade');
    await once(socket, 'open');
    const [response] = (await upgraded) as [IncomingMessage];
    const doc = new Y.Doc();
    doc.clientID = 2;
    writeParagraph(doc, text);
    socket.send(syncFrame.update(Y.encodeStateAsUpdate(doc)));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1011);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      documentId,
      connectionId: response.headers['x-request-id'],
      err: { message: 'no answer of the disk' },
    });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    for (const secret of ['a word', writer.userId, writer.cookie.split('=')[1] ?? ''])
      expect(lines.join('')).not.toContain(secret);
  },
);
