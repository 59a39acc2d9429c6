import { createDecoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding';
import {
  createEncoder,
  toUint8Array,
  writeVarString,
  writeVarUint,
  writeVarUint8Array,
} from 'lib0/encoding';
import type { ServerMessage, Wire } from './wire.ts';

/** Source: `MessageType` of @hocuspocus/server 4.7, and y-protocols for the three sync steps. */
const types = { sync: 0, auth: 2, syncReply: 4, syncStatus: 8 };
const steps = { step1: 0, step2: 1, update: 2 };
const token = 0;
const denied = 1;

/**
 * Protocol of Hocuspocus: each message begins with the document's name. A client may send its
 * handshake directly after the token; the server queues it until the token has been verified. It
 * acknowledges updates one by one, in order.
 */
export function hocuspocusWire(document: string): Wire {
  let acked = 0;

  function message(write: (encoder: ReturnType<typeof createEncoder>) => void): Uint8Array {
    const encoder = createEncoder();
    writeVarString(encoder, document);
    write(encoder);
    return toUint8Array(encoder);
  }

  function sync(step: number, bytes: Uint8Array): Uint8Array {
    return message((encoder) => {
      writeVarUint(encoder, types.sync);
      writeVarUint(encoder, step);
      writeVarUint8Array(encoder, bytes);
    });
  }

  return {
    protocols: [],
    handshake: ({ stateVector }) => [
      message((encoder) => {
        writeVarUint(encoder, types.auth);
        writeVarUint(encoder, token);
        writeVarString(encoder, '');
      }),
      sync(steps.step1, stateVector),
    ],
    write: (update) => sync(steps.update, update),
    read(bytes): ServerMessage {
      const decoder = createDecoder(bytes);
      readVarString(decoder);
      switch (readVarUint(decoder)) {
        case types.sync:
        case types.syncReply: {
          const step = readVarUint(decoder);
          if (step === steps.step2)
            return { kind: 'synced', updates: [readVarUint8Array(decoder)], epoch: 0, seq: 0 };
          return step === steps.update
            ? { kind: 'updates', updates: [readVarUint8Array(decoder)] }
            : { kind: 'other' };
        }
        case types.syncStatus: {
          if (readVarUint(decoder) !== 1) return { kind: 'refused', reason: 'not applied' };
          acked += 1;
          return { kind: 'acked', through: acked };
        }
        case types.auth:
          return readVarUint(decoder) === denied
            ? { kind: 'refused', reason: readVarString(decoder) }
            : { kind: 'other' };
        default:
          return { kind: 'other' };
      }
    },
  };
}
