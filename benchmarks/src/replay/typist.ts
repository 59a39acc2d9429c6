import * as Y from 'yjs';
import { rootName } from '@longhand/driver';
import type { Patch } from './history.ts';
import type { PlainText } from './plain-text.ts';

/** The Y.XmlText that the whole text is typed into, one block of code: the one kind of block whose text holds line breaks. */
export function layOut(doc: Y.Doc, content: string): void {
  const block = new Y.XmlElement('codeBlock');
  block.insert(0, [new Y.XmlText(content)]);
  doc.getXmlFragment(rootName).insert(0, [block]);
}

/** The text that {@link layOut} made, or null while it has not arrived. */
export function findText(doc: Y.Doc): Y.XmlText | null {
  const block = doc.getXmlFragment(rootName).get(0) as unknown;
  const text: unknown = block instanceof Y.XmlElement ? block.get(0) : null;
  return text instanceof Y.XmlText ? text : null;
}

/** Everything that a replica holds as text. Words outside of the one block would show as a difference. */
export function textOf(doc: Y.Doc): string {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (node instanceof Y.XmlText) {
      for (const { insert } of node.toDelta() as { insert: unknown }[]) texts.push(typeof insert === 'string' ? insert : '');
    } else if (node instanceof Y.XmlFragment) node.toArray().forEach(visit);
  };
  visit(doc.getXmlFragment(rootName));
  return texts.join('');
}

/** Types one recorded edit into a replica, as one transaction. `model` is the text before, and then the text after. */
export function type(doc: Y.Doc, model: PlainText, patches: readonly Patch[]): void {
  const text = findText(doc);
  if (text === null) throw new Error('the document has no text to type into');
  doc.transact(() => {
    for (const [position, deleted, inserted] of patches) {
      const { at, length } = model.replace(position, deleted, inserted);
      if (length > 0) text.delete(at, length);
      if (inserted !== '') text.insert(at, inserted);
    }
  });
}

/**
 * Whether two replicas hold the same, where `reader` has changed nothing that `writer` does not have: all insertions have arrived
 * (the state vectors are equal), and with them deletions of the same length.
 */
export function hasCaughtUp(reader: Y.Doc, writer: Y.Doc): boolean {
  for (const client of writer.store.clients.keys()) {
    if (Y.getState(reader.store, client) !== Y.getState(writer.store, client)) return false;
  }
  return findText(reader)?.length === findText(writer)?.length;
}
