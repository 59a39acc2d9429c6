import { arrivedTooLate, swallowedBy, textOfDoc, type Swallowed } from '@longhand/document';
import { Taken, type Link } from '@longhand/sync';
import * as Y from 'yjs';
import { letGo, mayWriteFor } from './writerLock.ts';

/** Milliseconds in which somebody who is still there puts back what this page took away. */
const theirs = 3_000;

/**
 * Tells of words that go with a block that somebody took away without knowing of them: of this page, of earlier ones of this device that had not sent
 * them, and of others who are not there any more (`isHere`), where this page took the block away. Once all that has arrived is in the document.
 * Answers a function that ends it.
 */
export function onSwallowed(
  { documentId, doc, link, isHere }: { documentId: string; doc: Y.Doc; link: Link; isHere: (client: number) => boolean },
  hear: (swallowed: readonly Swallowed[]) => void,
): () => void {
  const writersIn = rememberingLast(doc.clientID);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const arrived = (transaction: Y.Transaction): void => {
    const { origin, deleteSet } = transaction;
    if (!(origin instanceof Taken) || deleteSet.clients.size === 0) return;
    const unsent = link.unsent();
    const writers = writersIn(unsent);
    const given = [transaction, textOfDoc(doc), origin.updates] as const;
    for (const client of writers) {
      const found = swallowedBy(...given, client, client === doc.clientID ? null : unsent);
      if (found.length > 0) void mayWriteFor(documentId, client, doc).then((mayWrite) => mayWrite && hear(found));
    }
    if (unsent.length === 0 || link.state.right !== 'write') return;
    for (const client of deleteSet.clients.keys()) {
      const late = writers.has(client) ? [] : arrivedTooLate(...given, client, unsent);
      if (late.length === 0) continue;
      const timer = setTimeout(() => {
        timers.delete(timer);
        if (!isHere(client)) hear(late);
      }, theirs);
      timers.add(timer);
    }
  };
  doc.on('afterTransaction', arrived);
  void mayWriteFor(documentId, doc.clientID, doc);
  return () => {
    doc.off('afterTransaction', arrived);
    for (const timer of timers) clearTimeout(timer);
    letGo(doc);
  };
}

/** Tells which clients wrote here what the server may not have: this page, and earlier ones. A long list that is the same as the last time is not read again. */
function rememberingLast(here: number): (unsent: readonly Uint8Array[]) => ReadonlySet<number> {
  let [first, size, writers] = [undefined as Uint8Array | undefined, -1, new Set<number>()];
  return (unsent) => {
    if (unsent[0] === first && unsent.length === size) return writers;
    [first, size, writers] = [unsent[0], unsent.length, new Set([here])];
    for (const update of unsent) for (const client of Y.parseUpdateMeta(update).from.keys()) writers.add(client);
    return writers;
  };
}
