import { swallowedBy, textOfDoc, type Swallowed } from '@longhand/document';
import { Taken, type Link } from '@longhand/sync';
import * as Y from 'yjs';
import { mayWriteFor } from './writerLock.ts';

/**
 * Tells of words of this device that go with a block that somebody took away without knowing of them: of this page, and of earlier ones that had not
 * sent them. Once all that has arrived is in the document. Answers a function that ends it.
 */
export function onSwallowed(
  documentId: string,
  doc: Y.Doc,
  link: Link,
  hear: (swallowed: readonly Swallowed[]) => void,
): () => void {
  const arrived = (transaction: Y.Transaction): void => {
    const { origin, deleteSet } = transaction;
    if (!(origin instanceof Taken) || deleteSet.clients.size === 0) return;
    const unsent = link.unsent();
    for (const client of writersOf(doc, unsent)) {
      const found = swallowedBy(transaction, textOfDoc(doc), origin.updates, client, unsent);
      if (found.length > 0) void mayWriteFor(documentId, client, doc).then((mayWrite) => mayWrite && hear(found));
    }
  };
  doc.on('afterTransaction', arrived);
  void mayWriteFor(documentId, doc.clientID, doc);
  return () => doc.off('afterTransaction', arrived);
}

/** The clients that wrote here what the server may not have: this page, and earlier ones. */
function writersOf(doc: Y.Doc, unsent: readonly Uint8Array[]): Set<number> {
  const writers = new Set([doc.clientID]);
  for (const update of unsent) for (const client of Y.parseUpdateMeta(update).from.keys()) writers.add(client);
  return writers;
}
