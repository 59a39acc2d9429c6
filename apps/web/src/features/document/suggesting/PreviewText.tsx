import type { Editor } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';
import { useEffect, useRef } from 'react';
import type * as Y from 'yjs';
import { previewOf, type Verdict } from './decide.ts';

type Props = { editor: Editor; doc: Y.Doc; verdict: Verdict; onLeave: () => void };

/** The text as it would be after a decision about all suggestions, kept current; nothing can be changed in it. */
export function PreviewText({ editor, doc, verdict, onLeave }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = (): void => {
      const { content } = previewOf(editor, doc, verdict);
      place.current?.replaceChildren(DOMSerializer.fromSchema(editor.schema).serializeFragment(content));
    };
    draw();
    editor.on('update', draw);
    return () => void editor.off('update', draw);
  }, [editor, doc, verdict]);
  return (
    <>
      <p role="status" className="previewed">
        {verdict === 'accept' ? 'The text as it would be with everything accepted.' : 'The text as it was, without suggestions.'}{' '}
        <button type="button" onClick={onLeave}>
          Back to the text
        </button>
      </p>
      <div className="documentText">
        <div ref={place} className="ProseMirror" role="document" aria-label="Preview" />
      </div>
    </>
  );
}
