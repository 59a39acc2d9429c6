import type { Document, User } from '@longhand/contract';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { DocumentBar } from './DocumentBar.tsx';
import { DocumentNotices } from './DocumentNotices.tsx';
import { worseOf } from './saved.ts';
import { TitleField, TitleText } from './TitleField.tsx';
import type { LiveText } from './useLiveText.ts';
import { usePeopleHere } from './usePeopleHere.ts';
import { useTextEditor } from './useTextEditor.ts';
import { useTitle } from './useTitle.ts';
import { useWordCount } from './useWordCount.ts';
import { WritingArea } from './WritingArea.tsx';

type Props = { document: Document; user: User; place: ReactNode; share: ReactNode; live: LiveText; mayWrite: boolean };

/** Puts the caret at the start of the text. At once: TipTap's own focus waits for a frame, and the next key would miss it. */
function enter(editor: Editor): void {
  editor.commands.setTextSelection(0);
  editor.view.focus();
}

/** A document whose text has arrived. */
export function OpenDocument({ document, user, place, share, live, mayWrite }: Props) {
  const editor = useTextEditor(live.doc, live.awareness, mayWrite);
  const title = useTitle(document, user.id);
  const people = usePeopleHere(live.awareness, user.id);
  const words = useWordCount(live.doc);
  const role = live.role ?? document.role;
  const mark = worseOf(live.state.saved, title.mark);
  return (
    <>
      <DocumentBar place={place} mark={mark} mode={mayWrite ? null : 'Viewing'} people={people} share={share} />
      {editor !== null && (
        <WritingArea
          key={String(mayWrite)}
          editor={editor}
          mayWrite={mayWrite}
          words={words}
          notice={<DocumentNotices document={document} role={role} live={live} title={title} mayWrite={mayWrite} />}
          title={
            mayWrite ? (
              <TitleField value={title.value} onType={title.type} onEnter={() => enter(editor)} />
            ) : (
              <TitleText value={document.title} />
            )
          }
        />
      )}
    </>
  );
}
