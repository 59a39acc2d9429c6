import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';

/**
 * Part of the window above the sheet, minus one line. See the height of the sheet in
 * side-panel.module.css.
 */
const free = 0.4;

/**
 * Scrolls the selection above the side panel if that is a sheet over the lower half of the page.
 */
export function useAboveSheet(editor: Editor, isSheet: boolean, activeId: string | null): void {
  useEffect(() => {
    if (!isSheet) return;
    // After the sheet has its height, and the text its padding below.
    const frame = requestAnimationFrame(() => {
      if (editor.isDestroyed) return;
      const { bottom } = editor.view.coordsAtPos(editor.state.selection.to);
      const over = bottom - window.innerHeight * free;
      if (over > 0) window.scrollBy({ top: over });
    });
    return () => cancelAnimationFrame(frame);
  }, [editor, isSheet, activeId]);
}
