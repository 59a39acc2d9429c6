import { expect } from 'vitest';
import * as Y from 'yjs';
import type { Declaration } from '../protocol/declaration.ts';
import { buildDoc } from '../server/compact.ts';
import { decisionFrame, readServerFrame, writeFrame } from '../protocol/frame.ts';
import type { Right } from '../protocol/right.ts';
import { createMemoryRooms } from './memory-rooms.ts';
import { createHeldClock, createMemoryLog, type MemoryLog } from './memory.ts';
import type { Rooms } from '../server/rooms.ts';
import { rootsIn } from '../protocol/roots.ts';
import { joinRoom, settle, type Peer } from './peers.ts';
import { addBlock } from './random-edit.ts';

/** The even client ids of the users; each suggests under the odd one after it. */
export const clients = { eve: 10, rob: 20, ann: 30, tom: 40 } as const;
/** A user of the tests. */
export type Name = keyof typeof clients;
const rights: Record<Name, Right> = { eve: 'write', rob: 'suggest', ann: 'suggest', tom: 'write' };

/** The log and the rooms of the test. */
export let log: MemoryLog;
/** See {@link log}. */
export let rooms: Rooms;
let ids: number;

/** Creates an empty document in a room of its own. */
export function openDesk(): void {
  ids = 0;
  log = createMemoryLog();
  log.create('document');
  rooms = createMemoryRooms({
    log,
    clock: createHeldClock(),
  });
}

/** Connects a user to the room, with their right. */
export const join = (name: Name, speaksLonghand = true): Promise<Peer> =>
  joinRoom(rooms, name, { right: rights[name], speaksLonghand });

/** Returns the stored document. */
export const stored = (): Y.Doc => buildDoc(log.history('document'));

/** Makes a change by a user in the stored document, under one of their client ids. */
export function change(
  name: Name,
  act: (doc: Y.Doc) => void,
  mode: 'edit' | 'suggestion' = 'suggestion',
  base = stored(),
): Uint8Array {
  const doc = Object.assign(buildDoc([Y.encodeStateAsUpdate(base)]), {
    clientID: clients[name] + (mode === 'edit' ? 0 : 1),
  });
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  doc.transact(() => act(doc));
  return Y.mergeUpdates(updates);
}

/**
 * Sends an update over a new connection. Returns the reason of its refusal; null if it was
 * accepted.
 */
export async function send(
  name: Name,
  update: Uint8Array,
  declaration?: Declaration,
): Promise<string | null> {
  const { connection, sent } = await join(name);
  connection.receive(
    declaration === undefined ? writeFrame(1, update) : decisionFrame(1, declaration, update),
  );
  await settle();
  connection.closed();
  for (const frame of sent.map(readServerFrame))
    if (frame.type === 'notice' && frame.notice.kind === 'refused')
      return `${frame.notice.reason}: ${frame.notice.detail}`;
  return sent.map(readServerFrame).some(({ type }) => type === 'ack') ? null : 'no answer';
}

/** Suggests characters after the first marker. Returns the id of the suggestion. */
export async function suggest(name: Name, letters: string): Promise<string> {
  const id = `${name}${(ids += 1)}`;
  const update = change(name, (doc) => {
    const client = clients[name] + 1;
    const clock = Y.getState(doc.store, client);
    rootsIn(doc).text.insert(1, letters);
    rootsIn(doc).suggestions.push([
      { kind: 'about', id, by: name, at: 1 },
      { kind: 'insert', id, client, clock },
    ]);
  });
  expect(await send(name, update)).toBeNull();
  return id;
}

/** Suggests to delete a unit, by default of Eve's. Returns the id of the suggestion. */
export async function suggestDeletion(
  name: Name,
  clock: number,
  client: number = clients.eve,
): Promise<string> {
  const id = `${name}${(ids += 1)}`;
  const units = [[client, clock, 1]];
  const entries = [
    { kind: 'about', id, by: name, at: 1 },
    { kind: 'delete', id, units },
  ];
  expect(
    await send(
      name,
      change(name, (doc) => rootsIn(doc).suggestions.push(entries)),
    ),
  ).toBeNull();
  return id;
}

/** Writes a paragraph as Eve. */
export async function begin(letters = 'words'): Promise<void> {
  expect(
    await send(
      'eve',
      change('eve', (doc) => void addBlock(doc, 0, letters), 'edit'),
    ),
  ).toBeNull();
}

/** Returns the index of the first entry that passes. */
const placeOf = (doc: Y.Doc, passes: (entry: Record<string, unknown>) => boolean): number =>
  rootsIn(doc)
    .suggestions.toArray()
    .findIndex((entry) => passes(entry as Record<string, unknown>));

/** Deletes the first entry that passes. */
export const removeEntry = (
  doc: Y.Doc,
  passes: (entry: Record<string, unknown>) => boolean,
): void => rootsIn(doc).suggestions.delete(placeOf(doc, passes), 1);
