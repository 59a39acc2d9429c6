import type { EditorState } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';

/** Ends what undo takes back in one step: what comes next is taken back by itself, however soon it comes. */
export function endUndoStep(state: EditorState): void {
  (yUndoPluginKey.getState(state) as { undoManager?: { stopCapturing(): void } } | undefined)?.undoManager?.stopCapturing();
}
