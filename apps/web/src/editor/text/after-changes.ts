import type { Editor } from '@tiptap/core';
import { afterPaint } from './after-paint.ts';

/**
 * Debounce of reading a changed document (ms). It waits until the document is unchanged for
 * `quiet`, and at most `latest` after the first change. A long text is not read at every key press.
 */
export type Debounce = { readonly quiet: number; readonly latest: number };

/** The members of an editor that are used. */
export type Watched = Pick<Editor, 'isDestroyed' | 'state' | 'on' | 'off'>;

/**
 * Reads an editor's document, and again after each change.
 *
 * @param look reads the document; returns false to be called again later, for example during a
 * composition
 * @param first when it is read for the first time: now, or after the next paint, so that the text
 * is painted before what is found in it
 * @returns a function that stops it
 */
export function afterChanges(
  editor: Watched,
  { quiet, latest }: Debounce,
  look: () => boolean | void,
  first: 'now' | 'painted' = 'now',
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let since = 0;
  let seen: unknown = null;
  let isStopped = false;
  const cancel = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const soon = (): void => {
    if (timer === null) since = Date.now();
    cancel();
    timer = setTimeout(act, Math.max(Math.min(quiet, since + latest - Date.now()), 0));
  };
  const act = (): void => {
    cancel();
    if (editor.isDestroyed) return;
    // A transaction dispatched by `look` itself does not schedule another call.
    seen = editor.state.doc;
    if (look() !== false) return;
    seen = null;
    soon();
  };
  const changed = (): void => {
    // A listener that is removed while a transaction is reported is called for it.
    if (!isStopped && editor.state.doc !== seen) soon();
  };
  // Until the first paint, only changes of the document are scheduled.
  seen = editor.state.doc;
  const stopFirst = first === 'now' ? act() : afterPaint(act);
  editor.on('transaction', changed);
  return () => {
    isStopped = true;
    stopFirst?.();
    cancel();
    editor.off('transaction', changed);
  };
}
