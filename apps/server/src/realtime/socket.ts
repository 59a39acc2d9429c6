import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Socket } from '@longhand/sync/server';

/**
 * Reason to pause reading: writes wait for the disk, rights are being checked, or replies are
 * unread.
 */
export type Hold = 'commit' | 'rights' | 'unread';

/** The engine's port with separate reasons to pause. Reading resumes when no reason is left. */
export type LiveSocket = Socket & { hold(why: Hold): void; release(why: Hold): void };

/** Timeout for the close handshake, after which the connection is terminated (ms). */
const closeWithin = 3_000;
/** Maximum length of a reason in a close frame (bytes). Source: RFC 6455, 5.5. */
const reasonBytesMax = 123;

/**
 * Wraps a WebSocket as the engine's port. Frames of one turn of the event loop are sent in one
 * write, because system calls dominate the cost of small frames.
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
