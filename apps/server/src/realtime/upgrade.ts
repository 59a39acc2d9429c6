import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * An upgrade to a WebSocket. `connectionId`: its id in the log. `documentId` is null if its path
 * names no document.
 */
export type Upgrade = {
  readonly connectionId: string;
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
  readonly documentId: string | null;
};
