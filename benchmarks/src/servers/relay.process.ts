import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

/**
 * The lower bound as a separate process: a relay that only forwards messages. It builds one frame
 * per message and writes once per peer and iteration of the event loop. It has no users, validates
 * nothing and stores nothing. A server that does more cannot cost less.
 */
type Peer = { readonly stream: Duplex; queue: Buffer[] };

const rooms = new Map<string, Set<Peer>>();
const waiting = new Set<Peer>();
const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  clientTracking: false,
});

/** Returns an unmasked, final, binary frame. Source: RFC 6455, 5.2. */
function frameOf(payload: Buffer): Buffer {
  const isShort = payload.length < 126;
  const header = Buffer.alloc(isShort ? 2 : payload.length < 65_536 ? 4 : 10);
  header[0] = 0x82;
  if (isShort) header[1] = payload.length;
  else if (header.length === 4) {
    header[1] = 126;
    header.writeUInt16BE(payload.length, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([header, payload]);
}

function flush(): void {
  for (const peer of waiting) {
    peer.stream.write(
      peer.queue.length === 1 ? (peer.queue[0] as Buffer) : Buffer.concat(peer.queue),
    );
    peer.queue = [];
  }
  waiting.clear();
}

const http = createServer().on('upgrade', (request, stream, head) => {
  sockets.handleUpgrade(request, stream, head, (socket) => {
    const room = rooms.get(request.url ?? '') ?? new Set<Peer>();
    rooms.set(request.url ?? '', room);
    const self: Peer = { stream, queue: [] };
    room.add(self);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      room.delete(self);
      waiting.delete(self);
    });
    socket.on('message', (payload: Buffer) => {
      const frame = frameOf(payload);
      if (waiting.size === 0) setImmediate(flush);
      for (const peer of room) {
        if (peer === self) continue;
        peer.queue.push(frame);
        waiting.add(peer);
      }
    });
  });
});
http.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
