import { WebSocket } from 'ws';
import { Awareness } from 'y-protocols/awareness';
import { WebsocketProvider } from 'y-websocket';
import type * as Y from 'yjs';
import { openLink, throughWebSocket, type Link, type Outbox } from '@longhand/sync/client';
import type { Clock } from '@longhand/sync/protocol';
import type { Person } from './person.ts';
import { newDoc } from './text.ts';

/** The machine's clock as the engine's `Clock` port. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Returns the URL of a document's live channel. */
export function collabUrl(url: string, documentId: string): string {
  return `${url.replace(/^http/, 'ws')}/collab/${documentId}`;
}

/**
 * Opens a document with Longhand's own link, outside a browser. `opening` receives each socket that
 * the link opens.
 */
export function openOwnClient(options: {
  url: string;
  person: Pick<Person, 'cookie'>;
  documentId: string;
  outbox: Outbox;
  doc?: Y.Doc;
  opening?: (socket: WebSocket) => void;
}): {
  doc: Y.Doc;
  link: Link;
  awareness: Awareness;
} {
  const doc = options.doc ?? newDoc();
  const awareness = new Awareness(doc);
  const link = openLink({
    doc,
    awareness,
    outbox: options.outbox,
    copies: null,
    clock: machineClock,
    random: Math.random,
    connect: throughWebSocket(collabUrl(options.url, options.documentId), (url, protocols) => {
      const socket = socketAs(options.person, url, protocols);
      options.opening?.(socket);
      return socket;
    }),
  });
  doc.on('destroy', () => link.close());
  return { doc, link, awareness };
}

/** Opens a document with the stock `y-websocket` provider and only a session cookie. */
export function openStockClient(options: {
  url: string;
  person: Person;
  documentId: string;
  doc?: Y.Doc;
}): {
  doc: Y.Doc;
  provider: WebsocketProvider;
} {
  const doc = options.doc ?? newDoc();
  const { person } = options;
  class SignedInSocket extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols, { headers: { cookie: person.cookie() } });
    }
  }
  const provider = new WebsocketProvider(
    collabUrl(options.url, '').replace(/\/$/, ''),
    options.documentId,
    doc,
    {
      WebSocketPolyfill: SignedInSocket as unknown as typeof globalThis.WebSocket,
      disableBc: true,
    },
  );
  return { doc, provider };
}

/** Opens a WebSocket with a user's session cookie. */
export function socketAs(
  person: Pick<Person, 'cookie'>,
  url: string,
  protocols: string[] = [],
): WebSocket {
  return new WebSocket(url, protocols, {
    headers: { cookie: person.cookie() },
    perMessageDeflate: false,
  });
}

/**
 * Polls until `isTrue` returns true. Rejects after `within` ms with an error that contains `what`.
 */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  within = 60_000,
): Promise<void> {
  const end = Date.now() + within;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`waited ${within} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
