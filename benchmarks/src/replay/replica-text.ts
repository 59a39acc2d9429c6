import * as Y from 'yjs';
import { textName } from '@longhand/driver';
import type { Patch } from './history.ts';
import type { PlainText } from './plain-text.ts';

/** Creates one code block, whose text may contain line breaks, for the whole text. */
export function insertCodeBlock(doc: Y.Doc, content: string): void {
  doc
    .getText(textName)
    .applyDelta([
      { insert: new Y.Map([['kind', 'codeBlock']]) },
      ...(content === '' ? [] : [{ insert: content }]),
    ]);
}

/**
 * Returns the text with the block of {@link insertCodeBlock}, or null if it has not arrived yet.
 */
export function findText(doc: Y.Doc): Y.Text | null {
  const text = doc.getText(textName);
  return text.length > 0 ? text : null;
}

/**
 * Returns the whole content of a replica as text. Text outside of the one block would show up as a
 * difference.
 */
export function textOf(doc: Y.Doc): string {
  return doc.getText(textName).toString();
}

/**
 * Applies one recorded edit to a replica, as one transaction. `model` has the text before the edit,
 * and is updated.
 */
export function applyEdit(doc: Y.Doc, model: PlainText, patches: readonly Patch[]): void {
  const text = findText(doc);
  if (text === null) throw new Error('the document has no text to type into');
  doc.transact(() => {
    for (const [position, deleted, inserted] of patches) {
      const { at, length } = model.replace(position, deleted, inserted);
      // The marker of the block precedes the characters.
      if (length > 0) text.delete(at + 1, length);
      if (inserted !== '') text.insert(at + 1, inserted);
    }
  });
}

/**
 * True if two replicas have the same content, given that `reader` has made no changes of its own.
 * Compares the state vectors for insertions, and the length for the deletions that arrive with
 * them.
 */
export function hasCaughtUp(reader: Y.Doc, writer: Y.Doc): boolean {
  const state = Y.decodeStateVector(Y.encodeStateVector(writer));
  for (const [client, clock] of state) if (Y.getState(reader.store, client) !== clock) return false;
  return findText(reader)?.length === findText(writer)?.length;
}
