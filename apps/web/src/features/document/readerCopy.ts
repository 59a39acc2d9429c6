import { createTaking } from '@longhand/sync';
import * as Y from 'yjs';

/**
 * A copy of a shared document that follows it and gives nothing back. The editor's binding repairs what its schema does not
 * allow by writing, also when a document is merely opened; on a copy, that stays on the screen of who may only read.
 */
export function readerCopy(doc: Y.Doc): { copy: Y.Doc; stop: () => void } {
  const copy = new Y.Doc();
  const { apply } = createTaking(copy);
  const follow = (update: Uint8Array): void => apply([update]);
  follow(Y.encodeStateAsUpdate(doc));
  doc.on('update', follow);
  return {
    copy,
    stop() {
      doc.off('update', follow);
      copy.destroy();
    },
  };
}
