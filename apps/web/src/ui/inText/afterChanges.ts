import type { Editor } from '@tiptap/core';

/**
 * When a document is looked at after it was changed, in milliseconds: once it was not changed for `quiet`, and at the latest `latest` after
 * the first change, such that a long text is not read at every key.
 */
export type Pace = { readonly quiet: number; readonly latest: number };

/** What is needed of an editor. */
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
    // What `look` dispatches itself is no reason to look again.
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
