import { documentSchema, type NodeJson } from '@longhand/document';
import { changeStored, Grammar, newClient } from '@longhand/text';
import { Node } from '@tiptap/pm/model';
import { Mapping } from '@tiptap/pm/transform';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { opening } from './sheet-text.ts';

/** A participant of the room: its own shared document, and its awareness. */
export type Seat = { readonly doc: Y.Doc; readonly client: number; readonly awareness: Awareness };

/** Three participants of one text. All data stays in the page's memory. */
export type SheetRoom = {
  readonly visitor: Seat;
  readonly ines: Seat;
  readonly tomas: Seat;
  close(): void;
};

type Change = { added: number[]; updated: number[]; removed: number[] };

/**
 * Creates a room with the sheet's opening text. Each participant has its own Y.Doc, and receives
 * the others' updates, as over the live channel.
 */
export function openRoom(): SheetRoom {
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
/** Forwards updates from one participant to another. The origin prevents sending an update back. */
function join(from: Seat, to: Seat): void {
  from.doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== to) Y.applyUpdate(to.doc, update, from);
  });
  from.awareness.on('update', ({ added, updated, removed }: Change, origin: unknown) => {
    const who = [...added, ...updated, ...removed];
    if (origin !== to)
      applyAwarenessUpdate(to.awareness, encodeAwarenessUpdate(from.awareness, who), from);
  });
}

/** Id of the initial suggestion on the sheet. */
export const suggestionId = 'replace';

/** Author id of the suggestion in the marks. */
export const suggesterId = 'tomas';

/** Client id of the opening text, used by no participant. */
const openingClient = 2;

/** Encodes the opening text as an update for shared documents. */
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
    mode: { kind: 'edit' },
  }));
  if (update === null) throw new Error('the sheet has no text');
  return update;
}
