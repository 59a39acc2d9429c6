import * as Y from 'yjs';
import { addBlock } from './random-edit.ts';
import { readServerFrame, type ServerFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import { connect, type Connection } from '../server/connection.ts';
import type { Rooms } from '../server/rooms.ts';

/** A connection to a room, with what it was sent. `buffered`: bytes that it has not read. */
export type Peer = {
  connection: Connection;
  sent: Uint8Array[];
  sentBytes: number;
  buffered: number;
  paused: boolean;
  closed: number | null;
};

/** Kind of client, and right of its user; default: a page that may write. */
export type PeerOptions = {
  readonly speaksLonghand?: boolean;
  readonly right?: Right;
};

/** Runs all pending promise callbacks. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 100; i += 1) await Promise.resolve();
}

/** Connects a user to the room of `document`. */
export async function joinRoom(
  rooms: Rooms,
  user: string,
  options: PeerOptions = {},
): Promise<Peer> {
  const { speaksLonghand = true, right = 'write' } = options;
  const room = await rooms.open('document');
  if (room === null) throw new Error('no room');
  const peer = {
    sent: [],
    sentBytes: 0,
    buffered: 0,
    paused: false,
    closed: null,
  } as unknown as Peer;
  peer.connection = connect(
    room,
    {
      user,
      session: `session of ${user}`,
      card: { id: user, name: user, color: '#000000' },
      speaksLonghand,
    },
    {
      send(frame) {
        peer.sent.push(frame);
        peer.sentBytes += frame.length;
      },
      close(code) {
        peer.closed ??= code;
      },
      get buffered() {
        return peer.buffered;
      },
      pause: () => (peer.paused = true),
      resume: () => (peer.paused = false),
    },
    right,
    right,
  );
  return peer;
}

/** Returns the frames of one type that a peer was sent. */
export function frames<T extends ServerFrame['type']>(
  peer: Peer,
  type: T,
): Extract<ServerFrame, { type: T }>[] {
  return peer.sent.flatMap((bytes) => {
    const frame = readServerFrame(bytes);
    return frame.type === type ? [frame as Extract<ServerFrame, { type: T }>] : [];
  });
}

/** Returns the reasons of the refusals that a peer was sent, in order. */
export const refusalsOf = (peer: Peer): string[] =>
  frames(peer, 'notice').flatMap(({ notice }) =>
    notice.kind === 'refused' ? [notice.reason] : [],
  );

/** Creates a document on a page, and records the updates of what is typed in it. */
export function page(client: number): {
  doc: Y.Doc;
  updates: Uint8Array[];
  type(text: string): Uint8Array;
} {
  const doc = Object.assign(new Y.Doc(), { clientID: client });
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  return {
    doc,
    updates,
    type(text) {
      addBlock(doc, 0, text);
      return updates[updates.length - 1] as Uint8Array;
    },
  };
}
