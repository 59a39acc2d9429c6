import type * as Y from 'yjs';
import { afterPaint } from './after-paint.ts';

/**
 * Calls `look` after the next paint, and again when a shared text has been unchanged for `quiet`
 * ms. Returns a function that stops it.
 */
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
