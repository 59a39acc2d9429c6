import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Socket } from '@longhand/sync';

/** How long (ms) the other side has to answer a close before the connection is cut. */
const closeWithin = 3_000;
/** A reason in a close frame is at most 123 bytes. Source: RFC 6455, 5.5. */
const reasonBytesMax = 123;

/**
 * A WebSocket as the engine's port. Frames of one turn of the event loop leave in one write: with many small frames the system
 * calls are what costs.
 */
export function socketOf(webSocket: WebSocket, stream: Duplex): Socket {
  let queue: Uint8Array[] = [];
  let queuedBytes = 0;

  function flush(): void {
    const frames = queue;
    queue = [];
    queuedBytes = 0;
    if (webSocket.readyState !== webSocket.OPEN) return;
    stream.cork();
    for (const frame of frames) webSocket.send(frame, { binary: true });
    stream.uncork();
  }

  return {
    send(frame) {
      if (queue.length === 0) setImmediate(flush);
      queue.push(frame);
      queuedBytes += frame.length;
    },
    close(code, reason) {
      if (queue.length > 0) flush();
      webSocket.resume();
      webSocket.close(code, shortened(reason));
      setTimeout(() => webSocket.terminate(), closeWithin).unref();
    },
    get buffered() {
      return queuedBytes + webSocket.bufferedAmount;
    },
    pause: () => webSocket.pause(),
    resume: () => webSocket.resume(),
  };
}

function shortened(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > reasonBytesMax) text = text.slice(0, -1);
  return text;
}
