import { Editor, type EditorOptions } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';

/**
 * Creates an editor, and a new one for each `options` object. Returns null until it is created. An
 * editor is destroyed before its successor is created. On unmount it is destroyed
 * afterwards, because the effects of other components use it until they end.
 */
export function useNewEditor(options: Partial<EditorOptions>): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const left = useRef<{ editor: Editor; timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => {
    clearTimeout(left.current?.timer);
    left.current?.editor.destroy();
    const created = new Editor(options);
    setEditor(created);
    return () => {
      const timer = setTimeout(() => created.destroy());
      left.current = { editor: created, timer };
    };
  }, [options]);
  return editor;
}
