import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Creates the ids of all stored objects. */
export type Ids = { uuid(): string };

const counterBits = 12;
const counterMax = 2 ** counterBits - 1;

/**
 * Creates ids that sort by creation time, also within one millisecond and if the clock is set back.
 * They are UUIDs version 7 with a 12 bit counter in `rand_a`. Source: RFC 9562, 5.7 and 6.2 (method
 * 1). `chance` returns the given number of random bytes.
 */
export function createIds(clock: Clock, chance: (bytes: number) => Uint8Array = randomBytes): Ids {
  let last = -1;
  let counter = 0;
  return {
    uuid() {
      const bytes = Buffer.from(chance(16));
      const now = clock.now();
      if (now > last) {
        last = now;
        // Starts in the lower half, so that the counter has room within one millisecond.
        counter = bytes.readUInt16BE(6) & (counterMax >> 1);
      } else if (counter < counterMax) {
        counter += 1;
      } else {
        last += 1;
        counter = 0;
      }
      bytes.writeUIntBE(last, 0, 6);
      bytes.writeUInt16BE(0x7000 | counter, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      const hex = bytes.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
