import { hocuspocusWire } from './hocuspocus.ts';
import { longhandWire } from './longhand.ts';
import { relayWire } from './relay.ts';
import type { SideName, Wire } from './wire.ts';

/** Creates the protocol of a side, for one connection to a document. */
export function createWire(side: SideName, document: string): Wire {
  switch (side) {
    case 'longhand':
      return longhandWire();
    case 'hocuspocus':
      return hocuspocusWire(document);
    case 'relay':
      return relayWire();
  }
}
