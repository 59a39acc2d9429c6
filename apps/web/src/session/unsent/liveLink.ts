import { openLink, throughWebSocket, type Clock, type Link, type Outbox, type WebSocketLike } from '@longhand/sync';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';

/** The browser's time for a link: it does not jump when the device's clock is set. */
const browserClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Ties `doc` to the server's document over a WebSocket to where this page came from. */
export function openLiveLink(options: { documentId: string; doc: Y.Doc; awareness: Awareness | null; outbox: Outbox }): Link {
  const { documentId, doc, awareness, outbox } = options;
  const url = new URL(`/collab/${encodeURIComponent(documentId)}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return openLink({
    doc,
    awareness,
    outbox,
    connect: throughWebSocket(url.href, (address, protocols) => new WebSocket(address, protocols) as WebSocketLike),
    clock: browserClock,
    random: Math.random,
  });
}
