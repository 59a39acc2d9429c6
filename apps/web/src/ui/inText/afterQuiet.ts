import type * as Y from 'yjs';
import { afterPaint } from './afterPaint.ts';

/** Looks at a shared text as soon as it is to be seen, and again whenever nobody has changed it for `quiet` milliseconds; until the answered function is called. */
export function afterQuiet(doc: Y.Doc, quiet: number, look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWaiting = afterPaint(look);
  const changed = (): void => {
    stopWaiting();
    stopWaiting = () => {};
    clearTimeout(timer);
    timer = setTimeout(look, quiet);
  };
  doc.on('update', changed);
  return () => {
    stopWaiting();
    clearTimeout(timer);
    doc.off('update', changed);
  };
}
