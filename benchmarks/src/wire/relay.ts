import type { Heard, Wire } from './wire.ts';

/** Protocol of the bare relay: a message is an update; nothing is stored or acknowledged. */
export function relayWire(): Wire {
  return {
    protocols: [],
    greet: () => null,
    write: (update) => update,
    hear: (frame): Heard => ({ kind: 'updates', updates: [frame] }),
  };
}
