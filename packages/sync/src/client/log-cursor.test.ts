import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { LogCursor } from './log-cursor.ts';
import { readClientFrame } from '../protocol/frame.ts';
import { write } from '../testing/linked-page.ts';

/** Returns a document, and its updates one by one. */
function recorded(): { doc: Y.Doc; updates: Uint8Array[] } {
  const doc = Object.assign(new Y.Doc(), { clientID: 4 });
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  return { doc, updates };
}

test('[REC1] a whole leaves out a deletion of missing text, and is sent again when that arrives', () => {
  const { doc: other, updates } = recorded();
  write(other, 'one');
  other.getText('text').delete(1, 1);
  const [base, deletion] = updates as [Uint8Array, Uint8Array];
  const doc = new Y.Doc();
  const cursor = new LogCursor(doc);
  Y.applyUpdate(doc, deletion);
  const deletedIn = (frame: Uint8Array): number => {
    const sent = readClientFrame(frame);
    if (sent.type !== 'whole') throw new Error(`a ${sent.type} was sent`);
    return Y.decodeUpdate(sent.update).ds.clients.size;
  };
  expect(deletedIn(cursor.wholeFrame(1))).toBe(0);
  expect(cursor.hasGrown()).toBe(false);
  Y.applyUpdate(doc, base);
  expect(cursor.hasGrown()).toBe(true);
  expect(deletedIn(cursor.wholeFrame(2))).toBe(1);
  expect(cursor.hasGrown()).toBe(false);
});
