import { hocuspocusWire } from './hocuspocus.ts';
import { longhandWire } from './longhand.ts';
import { relayWire } from './relay.ts';
import type { ServerName, Wire } from './wire.ts';

/** Creates the protocol of a server, for one connection to a document. */
export function createWire(server: ServerName, document: string): Wire {
  switch (server) {
    case 'longhand':
      return longhandWire();
    case 'hocuspocus':
      return hocuspocusWire(document);
    case 'relay':
      return relayWire();
  }
}
