import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Socket } from '@longhand/sync';

/** Why a connection is not read from: its writes wait for the disk, its rights are looked up, it does not read its answers. */
export type Hold = 'commit' | 'rights' | 'unread';

/** The engine's port, with the reasons not to read kept apart: reading goes on when none is left. */
export type LiveSocket = Socket & { hold(why: Hold): void; release(why: Hold): void };

/** How long (ms) the other side has to answer a close before the connection is cut. */
const closeWithin = 3_000;
/** A reason in a close frame is at most 123 bytes. Source: RFC 6455, 5.5. */
const reasonBytesMax = 123;

/**
 * A WebSocket as the engine's port. Frames of one turn of the event loop leave in one write: with many small frames the system
 * calls are what costs.
 */
export function socketOf(webSocket: WebSocket, stream: Duplex): LiveSocket {
  const holds = new Set<Hold>();
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

  function hold(why: Hold): void {
    holds.add(why);
    webSocket.pause();
  }

  function release(why: Hold): void {
    holds.delete(why);
    if (holds.size === 0) webSocket.resume();
  }

  return {
    hold,
    release,
    send(frame) {
      if (queue.length === 0) setImmediate(flush);
      queue.push(frame);
      queuedBytes += frame.length;
    },
    close(code, reason) {
      if (webSocket.readyState !== webSocket.OPEN) return;
      if (queue.length > 0) flush();
      webSocket.resume();
      webSocket.close(code, shortened(reason));
      setTimeout(() => webSocket.terminate(), closeWithin).unref();
    },
    get buffered() {
      return queuedBytes + webSocket.bufferedAmount;
    },
    pause: () => hold('commit'),
    resume: () => release('commit'),
  };
}

function shortened(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > reasonBytesMax) text = text.slice(0, -1);
  return text;
}
