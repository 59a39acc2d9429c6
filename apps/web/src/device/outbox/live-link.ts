import {
  openLink,
  throughWebSocket,
  type CopyStore,
  type Link,
  type Outbox,
  type WebSocketLike,
} from '@longhand/sync/client';
import type { Clock } from '@longhand/sync/protocol';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { takeEarlySocket } from '../../api/early.ts';
import { browserScreen, createFrameScheduler } from './frame-scheduler.ts';

/** Monotonic clock for a link: unaffected by changes of the device's clock. */
const browserClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Number of units in a text above which rendering one character may take longer than the time until
 * the next.
 */
const longFrom = 100_000;

/**
 * Connects `doc` to the server's document over a WebSocket of the same origin, only for `userId`.
 * If another user signs in on this browser meanwhile, the link ends, and unsent changes stay stored
 * for their author.
 */
export function openLiveLink(options: {
  documentId: string;
  userId: string;
  doc: Y.Doc;
  awareness: Awareness | null;
  outbox: Outbox;
  copies: CopyStore | null;
  /**
   * True if the document is displayed: then remote updates are applied at the pace of rendering.
   */
  isShown: boolean;
}): Link {
  const { documentId, userId, doc, awareness, outbox, copies, isShown } = options;
  const paced = createFrameScheduler(browserScreen);
  const url = new URL(`/collab/${encodeURIComponent(documentId)}`, location.href);
  url.searchParams.set('as', userId);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return openLink({
    doc,
    awareness,
    outbox,
    copies,
    connect: throughWebSocket(
      url.href,
      (address, protocols) =>
        // The early connection is for the displayed document, not for sending in the background.
        ((isShown ? takeEarlySocket(window, address) : null) ??
          new WebSocket(address, protocols)) as WebSocketLike,
    ),
    clock: browserClock,
    random: Math.random,
    ...(isShown && {
      scheduler: (deliver) => (doc.getText('text').length < longFrom ? deliver() : paced(deliver)),
    }),
  });
}
