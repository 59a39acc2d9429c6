import type * as Y from 'yjs';

/** Looks at a shared text at once, and again whenever nobody has changed it for `quiet` milliseconds; until the answered function is called. */
export function afterQuiet(doc: Y.Doc, quiet: number, look: () => void): () => void {
  let timer = setTimeout(look, 0);
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, quiet);
  };
  doc.on('update', changed);
  return () => {
    clearTimeout(timer);
    doc.off('update', changed);
  };
}
