import * as Y from 'yjs';

/** The name of the shared text of a document. */
export const textName = 'text';

/** Creates a shared document with an even client id: units of odd client ids are suggestions. */
export function newDoc(): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = Math.floor(Math.random() * 2 ** 31) * 2;
  return doc;
}

/**
 * Adds a paragraph at the end of a document.
 * @example addParagraph(doc, 'It was a dark night.');
 */
export function addParagraph(doc: Y.Doc, words: string): void {
  const text = doc.getText(textName);
  const end = text.length > 0 ? [{ retain: text.length }] : [];
  text.applyDelta([...end, { insert: new Y.Map() }, { insert: words }]);
}

/** Returns the text of a document, with a line break in front of each block that has a marker. */
export function wordsOf(doc: Y.Doc): string {
  const delta = doc.getText(textName).toDelta() as { insert: unknown }[];
  return delta.map(({ insert }) => (typeof insert === 'string' ? insert : '\n')).join('');
}
