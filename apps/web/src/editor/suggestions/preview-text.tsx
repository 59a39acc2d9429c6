import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { previewOf, type Verdict } from './decide.ts';

type Props = { editor: Editor; verdict: Verdict; onLeave: () => void };

/** Read-only preview of the text after a decision about all suggestions, updated with the text. */
export function PreviewText({ editor, verdict, onLeave }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = (): void => {
      const { content } = previewOf(editor, verdict);
      container.current?.replaceChildren(
        DOMSerializer.fromSchema(editor.schema).serializeFragment(content),
      );
    };
    draw();
    editor.on('update', draw);
    return () => void editor.off('update', draw);
  }, [editor, verdict]);
  const leave = (): void => {
    onLeave();
    // After the editor is mounted again.
    requestAnimationFrame(() => editor.view.focus());
  };
  return (
    <>
      <p role="status" className="spread previewed">
        {verdict === 'accept'
          ? t`Preview with all suggestions accepted.`
          : t`Original text, without suggestions.`}{' '}
        <Button variant="default" size="xs" onClick={leave}>
          {t`Close preview`}
        </Button>
      </p>
      <div className="documentText">
        <div ref={container} className="ProseMirror" role="document" aria-label={t`Preview`} />
      </div>
    </>
  );
}
