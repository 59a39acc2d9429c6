import { documentSchema, type NodeJson } from '@longhand/document';
import { changeStored, Grammar, newClient } from '@longhand/text';
import { Node } from '@tiptap/pm/model';
import { Mapping } from '@tiptap/pm/transform';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { opening } from './sheetText.ts';

/** One seat in the room: a shared document of its own, and where its person is. */
export type Seat = { readonly doc: Y.Doc; readonly client: number; readonly awareness: Awareness };

/** Three who write in one text. Nothing of it leaves the page's memory. */
export type Room = { readonly visitor: Seat; readonly ines: Seat; readonly tomas: Seat; close(): void };

type Change = { added: number[]; updated: number[]; removed: number[] };

/** Makes a room with the sheet's first words in it. Each seat has a Y.Doc of its own, and hears of the others' by updates, as over the live channel. */
export function openRoom(): Room {
  const visitor = newSeat();
  Y.applyUpdate(visitor.doc, openingUpdate());
  const others = [newSeat(), newSeat()] as const;
  for (const other of others) {
    join(visitor, other);
    join(other, visitor);
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(visitor.doc), visitor);
  }
  const [ines, tomas] = others;
  return {
    visitor,
    ines,
    tomas,
    close() {
      for (const { doc, awareness } of [visitor, ines, tomas]) {
        awareness.destroy();
        doc.destroy();
      }
    },
  };
}

function newSeat(): Seat {
  const doc = new Y.Doc();
  const client = newClient();
  doc.clientID = client;
  return { doc, client, awareness: new Awareness(doc) };
}
/** Passes on what happens at one seat to another. What came from there is not sent back: the origin says where from. */
function join(from: Seat, to: Seat): void {
  from.doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== to) Y.applyUpdate(to.doc, update, from);
  });
  from.awareness.on('update', ({ added, updated, removed }: Change, origin: unknown) => {
    const who = [...added, ...updated, ...removed];
    if (origin !== to) applyAwarenessUpdate(to.awareness, encodeAwarenessUpdate(from.awareness, who), from);
  });
}

/** The id of the suggestion that is on the sheet at the beginning. */
export const suggestionId = 'replace';

/** The key by which marks name Tomás as the author of the suggestion. */
export const suggesterId = 'tomas';

/** A Yjs client of the sheet that nobody has: the text at the beginning is by nobody who is there. */
const openingClient = 2;

/** The text at the beginning as an update for shared documents. */
function openingUpdate(): Uint8Array {
  const { title, first, second } = opening;
  const suggested = (type: 'insertion' | 'deletion', text: string): NodeJson => ({
    type: 'text',
    text,
    marks: [{ type, attrs: { id: suggestionId, author: suggesterId, at: 0 } }],
  });
  const after = Node.fromJSON(documentSchema, {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: title }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: first.before + first.selected + first.after },
          suggested('deletion', first.removed),
          suggested('insertion', first.added),
          { type: 'text', text: first.end },
        ],
      },
      { type: 'paragraph', content: [{ type: 'text', text: second }] },
    ],
  });
  const update = changeStored(new Y.Doc(), new Grammar(documentSchema), openingClient, () => ({
    after,
    mapping: new Mapping(),
    ink: { kind: 'edit' },
  }));
  if (update === null) throw new Error('the sheet has no text');
  return update;
}
