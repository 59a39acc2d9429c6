import { holdsNewer } from '@longhand/document';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';

/**
 * Whether a document holds something that this page does not know: it was written by a newer one, on a server that was renewed since
 * this page was loaded. Whoever does not know it may only read.
 */
export function useNewer(doc: Y.Doc | undefined): boolean {
  const [isNewer, setNewer] = useState(false);
  useEffect(() => {
    if (doc === undefined) return;
    setNewer(holdsNewer(doc));
    return whenNewer(doc, () => setNewer(true));
  }, [doc]);
  return isNewer;
}

/** Tells, before anything else hears of it, that something newer has come from others; until the answered function is called. */
export function whenNewer(doc: Y.Doc, told: () => void): () => void {
  const look = ({ local, beforeState }: Y.Transaction): void => {
    if (!local && holdsNewer(doc, beforeState)) told();
  };
  doc.on('beforeObserverCalls', look);
  return () => doc.off('beforeObserverCalls', look);
}
