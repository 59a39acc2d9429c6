import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';

/**
 * Where an editor's text stands on the page. TipTap's own place for it draws the whole text anew when it comes and when it goes, for nodes that React
 * draws; here none are.
 */
export function TextPlace({ editor, ...rest }: { editor: Editor } & ComponentProps<'div'>) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (editor.isDestroyed) return;
    keepFromReact(editor.view.dom);
    place.current?.replaceChildren(editor.view.dom);
  }, [editor]);
  return <div ref={place} {...rest} />;
}

/**
 * Whenever React changes anything on a page in whose editable part the caret stands, it counts all letters up to the caret first, to put it back afterwards:
 * 8 ms in 100,000 words. The caret of this text is ProseMirror's. React asks this property; the browser goes by the attribute.
 */
function keepFromReact(text: HTMLElement): void {
  Object.defineProperty(text, 'contentEditable', { configurable: true, get: () => 'inherit' });
}
