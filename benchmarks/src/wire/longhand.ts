import { readServerFrame, resumeFrame, subprotocol, writeFrame } from '@longhand/sync/protocol';
import type { ServerMessage, Wire } from './wire.ts';

/** Longhand's own frames, as its pages use them. */
export function longhandWire(): Wire {
  let writes = 0;
  return {
    protocols: [subprotocol],
    handshake: ({ epoch, seq, stateVector }) => [resumeFrame(epoch, seq, stateVector)],
    write(update) {
      writes += 1;
      return writeFrame(writes, update);
    },
    read(bytes): ServerMessage {
      const frame = readServerFrame(bytes);
      switch (frame.type) {
        case 'state':
          return { kind: 'synced', updates: frame.updates, epoch: frame.epoch, seq: frame.seq };
        case 'entry':
          return { kind: 'updates', updates: frame.updates };
        case 'ack':
          return { kind: 'acked', through: frame.through };
        case 'notice':
          return frame.notice.kind === 'refused'
            ? { kind: 'refused', reason: frame.notice.detail }
            : { kind: 'other' };
        case 'awareness':
        case 'unknown_notice':
          return { kind: 'other' };
      }
    },
  };
}
