import type { Editor } from '@tiptap/core';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import * as Y from 'yjs';

/** The shared text that an editor shows: for who only reads it, that is a copy. */
export function sharedTextOf(editor: Editor): Y.XmlFragment | null {
  const state: unknown = ySyncPluginKey.getState(editor.state);
  const type: unknown = typeof state === 'object' && state !== null && 'type' in state ? state.type : null;
  return type instanceof Y.XmlFragment ? type : null;
}
