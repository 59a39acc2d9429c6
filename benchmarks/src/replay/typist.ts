import * as Y from 'yjs';
import { textName } from '@longhand/driver';
import type { Patch } from './history.ts';
import type { PlainText } from './plain-text.ts';

/** Makes one block of code, whose text holds line breaks, to type the whole text into. */
export function layOut(doc: Y.Doc, content: string): void {
  doc
    .getText(textName)
    .applyDelta([{ insert: new Y.Map([['kind', 'codeBlock']]) }, ...(content === '' ? [] : [{ insert: content }])]);
}

/** Answers the text with the block that {@link layOut} made, or null while it has not arrived. */
export function findText(doc: Y.Doc): Y.Text | null {
  const text = doc.getText(textName);
  return text.length > 0 ? text : null;
}

/** Everything that a replica holds as text. Words outside of the one block would show as a difference. */
export function textOf(doc: Y.Doc): string {
  return doc.getText(textName).toString();
}

/** Types one recorded edit into a replica, as one transaction. `model` is the text before, and then the text after. */
export function type(doc: Y.Doc, model: PlainText, patches: readonly Patch[]): void {
  const text = findText(doc);
  if (text === null) throw new Error('the document has no text to type into');
  doc.transact(() => {
    for (const [position, deleted, inserted] of patches) {
      const { at, length } = model.replace(position, deleted, inserted);
      // In front of the letters stands the marker of the block.
      if (length > 0) text.delete(at + 1, length);
      if (inserted !== '') text.insert(at + 1, inserted);
    }
  });
}

/**
 * Whether two replicas hold the same, where `reader` has changed nothing that `writer` does not have: all insertions have arrived
 * (the state vectors are equal), and with them deletions of the same length.
 */
export function hasCaughtUp(reader: Y.Doc, writer: Y.Doc): boolean {
  const state = Y.decodeStateVector(Y.encodeStateVector(writer));
  for (const [client, clock] of state) if (Y.getState(reader.store, client) !== clock) return false;
  return findText(reader)?.length === findText(writer)?.length;
}
