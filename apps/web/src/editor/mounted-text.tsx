import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';

/**
 * Mounts an editor's text in the page. TipTap's own EditorContent redraws the whole text on mount
 * and unmount, for node views rendered by React; there are none here.
 */
export function MountedText({ editor, ...rest }: { editor: Editor } & ComponentProps<'div'>) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (editor.isDestroyed) return;
    keepFromReact(editor.view.dom);
    container.current?.replaceChildren(editor.view.dom);
  }, [editor]);
  return <div ref={container} {...rest} />;
}

/**
 * On every change, React counts all characters up to a caret in an editable element, to restore it
 * afterwards: 8 ms in 100,000 words. ProseMirror manages the caret of this text. React reads this
 * property; the browser uses the attribute.
 */
function keepFromReact(text: HTMLElement): void {
  Object.defineProperty(text, 'contentEditable', { configurable: true, get: () => 'inherit' });
}
