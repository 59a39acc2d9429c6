import type { ServerMessage, Wire } from './wire.ts';

/** Protocol of the bare relay: a message is an update; nothing is stored or acknowledged. */
export function relayWire(): Wire {
  return {
    protocols: [],
    handshake: () => null,
    write: (update) => update,
    read: (frame): ServerMessage => ({ kind: 'updates', updates: [frame] }),
  };
}
