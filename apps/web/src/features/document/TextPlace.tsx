import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';

/**
 * Where an editor's text stands on the page. TipTap's own place for it draws the whole text anew when it comes and when it goes, for nodes that React
 * draws; here none are.
 */
export function TextPlace({ editor, ...rest }: { editor: Editor } & ComponentProps<'div'>) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!editor.isDestroyed) place.current?.replaceChildren(editor.view.dom);
  }, [editor]);
  return <div ref={place} {...rest} />;
}
