import { fittingUpdate, holdsUnfit } from '@longhand/document';
import { createTaking } from '@longhand/sync';
import * as Y from 'yjs';

/**
 * A copy of a shared document that follows it and gives nothing back. The editor's binding repairs what its schema does not
 * allow by writing, also when a document is merely opened; on a copy, that stays on the screen of who may only read. What the
 * binding could not read at all is repaired in the copy before.
 */
export function readerCopy(doc: Y.Doc): { copy: Y.Doc; stop: () => void } {
  const copy = new Y.Doc();
  const { apply } = createTaking(copy);
  const fit = (): void => {
    const update = fittingUpdate(copy, new Y.Doc().clientID);
    if (update !== null) Y.applyUpdate(copy, update);
  };
  const follow = (update: Uint8Array): void => apply([update]);
  follow(Y.encodeStateAsUpdate(doc));
  if (holdsUnfit(copy)) fit();
  copy.on('beforeObserverCalls', (transaction: Y.Transaction) => {
    if (!transaction.local && holdsUnfit(copy, transaction)) fit();
  });
  doc.on('update', follow);
  return {
    copy,
    stop() {
      doc.off('update', follow);
      copy.destroy();
    },
  };
}
