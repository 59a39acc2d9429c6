import {
  openLink,
  throughWebSocket,
  type Clock,
  type CopyStore,
  type Link,
  type Outbox,
  type WebSocketLike,
} from '@longhand/sync';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { browserScreen, createPace } from './pace.ts';

/** The browser's time for a link: it does not jump when the device's clock is set. */
const browserClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Units of a text from which on a page may take longer to show a letter than the next one takes to come. */
const longFrom = 100_000;

/**
 * Ties `doc` to the server's document over a WebSocket to where this page came from, for `userId` and nobody else: when somebody else
 * signs in on this browser meanwhile, the link ends, and what is unsent stays kept for its author.
 */
export function openLiveLink(options: {
  documentId: string;
  userId: string;
  doc: Y.Doc;
  awareness: Awareness | null;
  outbox: Outbox;
  copies: CopyStore | null;
  /** Whether somebody looks at it: then it takes what others write as fast as the page shows it. */
  isShown: boolean;
}): Link {
  const { documentId, userId, doc, awareness, outbox, copies, isShown } = options;
  const paced = createPace(browserScreen);
  const url = new URL(`/collab/${encodeURIComponent(documentId)}`, location.href);
  url.searchParams.set('as', userId);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return openLink({
    doc,
    awareness,
    outbox,
    copies,
    connect: throughWebSocket(url.href, (address, protocols) => new WebSocket(address, protocols) as WebSocketLike),
    clock: browserClock,
    random: Math.random,
    ...(isShown && { pace: (deliver) => (doc.getText('text').length < longFrom ? deliver() : paced(deliver)) }),
  });
}
