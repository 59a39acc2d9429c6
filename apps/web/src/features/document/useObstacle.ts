import { holdsNewer, holdsUnfit } from '@longhand/document';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';

/**
 * Why a document cannot be edited here: it holds something `newer` than this page knows, or something `unfit`, which the schema does
 * not allow. The editor's binding would delete either of them while it reads.
 */
export type Obstacle = 'newer' | 'unfit';

/** What keeps a document from being edited in this page; null where nothing does. A repair by anybody ends it. */
export function useObstacle(doc: Y.Doc | undefined): Obstacle | null {
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  useEffect(() => {
    if (doc === undefined) return;
    let found = obstacleIn(doc);
    const tell = (next: Obstacle | null): void => setObstacle((found = next));
    tell(found);
    const stop = whenObstacle(doc, tell);
    const after = (): void => {
      if (found === 'unfit' && !holdsUnfit(doc)) tell(null);
    };
    doc.on('afterTransaction', after);
    return () => {
      stop();
      doc.off('afterTransaction', after);
    };
  }, [doc]);
  return obstacle;
}

function obstacleIn(doc: Y.Doc): Obstacle | null {
  return holdsNewer(doc) ? 'newer' : holdsUnfit(doc) ? 'unfit' : null;
}

/** Tells, before anything else hears of it, that an obstacle has come from others; until the answered function is called. */
export function whenObstacle(doc: Y.Doc, told: (obstacle: Obstacle) => void): () => void {
  const look = (transaction: Y.Transaction): void => {
    if (transaction.local) return;
    if (holdsNewer(doc, transaction.beforeState)) told('newer');
    else if (holdsUnfit(doc, transaction)) told('unfit');
  };
  doc.on('beforeObserverCalls', look);
  return () => doc.off('beforeObserverCalls', look);
}
