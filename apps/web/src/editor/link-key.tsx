import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useEffect } from 'react';
import { useEditorValue } from './use-editor-value.ts';

type Props = {
  editor: Editor;
  mayWrite: boolean;
  onLinking: (isLinking: boolean) => void;
};

/**
 * Opens the field for a link's address on Ctrl+K while text is selected or the caret is in a link.
 * Renders nothing; a component of its own, so that a new selection does not rerender others.
 */
export function LinkKey({ editor, mayWrite, onLinking }: Props) {
  const isLinkable = useEditorValue(editor, () => {
    const { state } = editor;
    const isText = !state.selection.empty && !(state.selection instanceof NodeSelection);
    return mayWrite && (isText || editor.isActive('link'));
  });
  useEffect(() => {
    if (!isLinkable) return;
    const { dom } = editor.view;
    const pressed = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        event.ctrlKey === event.metaKey ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      onLinking(true);
    };
    // The command palette ignores Ctrl+K in an element with this attribute.
    dom.setAttribute('data-takes-k', '');
    dom.addEventListener('keydown', pressed, { capture: true });
    return () => {
      dom.removeAttribute('data-takes-k');
      dom.removeEventListener('keydown', pressed, { capture: true });
    };
  }, [editor, isLinkable, onLinking]);
  return null;
}
