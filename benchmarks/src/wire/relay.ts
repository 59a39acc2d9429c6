import type { Heard, Wire } from './wire.ts';

/** The bare relay: a message is an update, nothing is kept, nothing is acknowledged. */
export function relayWire(): Wire {
  return {
    protocols: [],
    greet: () => null,
    write: (update) => update,
    hear: (frame): Heard => ({ kind: 'updates', updates: [frame] }),
  };
}
