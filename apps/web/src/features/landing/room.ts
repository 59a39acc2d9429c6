import { textOfDoc } from '@longhand/document';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { opening } from './sheetText.ts';

/** One seat in the room: a shared document of its own, and where its person is. */
export type Seat = { readonly doc: Y.Doc; readonly awareness: Awareness };

/** Three who write in one text. Nothing of it leaves the page's memory. */
export type Room = { readonly visitor: Seat; readonly ines: Seat; readonly tomas: Seat; close(): void };

type Change = { added: number[]; updated: number[]; removed: number[] };

/** Makes a room with the sheet's first words in it. Each seat has a Y.Doc of its own, and hears of the others' by updates, as over the live channel. */
export function openRoom(): Room {
  const visitor = newSeat();
  writeOpening(textOfDoc(visitor.doc));
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
  return { doc, awareness: new Awareness(doc) };
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

function writeOpening(text: Y.XmlFragment): void {
  const { title, first, second } = opening;
  const heading = new Y.XmlElement<{ level: number }>('heading');
  heading.setAttribute('level', 2);
  heading.insert(0, [new Y.XmlText(title)]);
  text.insert(0, [heading as Y.XmlElement, paragraph(`${first.before}${first.selected}${first.after}`), paragraph(second)]);
}

/** A paragraph that says `words`. */
export function paragraph(words: string): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [new Y.XmlText(words)]);
  return element;
}
