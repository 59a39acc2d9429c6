import type { Editor } from '@tiptap/core';

/**
 * The debounce of a look at a changed document, in milliseconds: it waits until the document was not changed for `quiet`, and at most
 * `latest` after the first change. A long text is not read at every key.
 */
export type Pace = { readonly quiet: number; readonly latest: number };

/** The parts of an editor that are used. */
export type Watched = Pick<Editor, 'isDestroyed' | 'state' | 'on' | 'off'>;

/**
 * Looks at an editor's document now, and again after it was changed.
 *
 * @param look reads the document; returns false where it has to wait, for letters that are being composed, and is called again
 * @returns a function that ends it
 */
export function afterChanges(editor: Watched, { quiet, latest }: Pace, look: () => boolean | void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let since = 0;
  let seen: unknown = null;
  const soon = (): void => {
    if (timer === null) since = Date.now();
    else clearTimeout(timer);
    timer = setTimeout(act, Math.max(Math.min(quiet, since + latest - Date.now()), 0));
  };
  const act = (): void => {
    timer = null;
    if (editor.isDestroyed) return;
    // A transaction that `look` dispatches itself does not schedule another look.
    seen = editor.state.doc;
    if (look() !== false) return;
    seen = null;
    soon();
  };
  const changed = (): void => {
    if (editor.state.doc !== seen) soon();
  };
  act();
  editor.on('transaction', changed);
  return () => {
    if (timer !== null) clearTimeout(timer);
    editor.off('transaction', changed);
  };
}
