import type { Document, User } from '@longhand/contract';
import type { Right } from '@longhand/sync';
import type { Editor } from '@tiptap/core';
import { useState, type ReactNode } from 'react';
import { DocumentNotices } from './DocumentNotices.tsx';
import type { Mode } from './modes.ts';
import type { Beside, OpenText, Side } from '../../ui/openText.ts';
import { SidePanel } from './SidePanel.tsx';
import { useAuthorColors } from './suggesting/authorColors.ts';
import { PreviewText } from './suggesting/PreviewText.tsx';
import { SuggestionsPanel, type Preview } from './suggesting/SuggestionsPanel.tsx';
import { useActiveSuggestion } from './suggesting/useActiveSuggestion.ts';
import { useSuggestionKeys } from './suggesting/useSuggestionKeys.ts';
import { useSuggestions } from './suggesting/useSuggestions.ts';
import { TitleField, TitleText } from './TitleField.tsx';
import type { LiveText } from './useLiveText.ts';
import { usePersons } from './usePersons.ts';
import type { Title } from './useTitle.ts';
import { useWordCount } from './useWordCount.ts';
import { WritingArea } from './WritingArea.tsx';

type Props = {
  editor: Editor;
  live: LiveText;
  document: Document;
  user: User;
  title: Title;
  right: Right;
  mode: Mode;
  saying: string | null;
  /** The bar over the document, with the buttons that open what stands beside the text. */
  bar: (sides: readonly Side[]) => ReactNode;
  openId: string | null;
  onOpen: (id: string | null) => void;
  beside: Beside;
};

/** Puts the caret at the start of the text. At once: TipTap's own focus waits for a frame, and the next key would miss it. */
function enter(editor: Editor): void {
  editor.commands.setTextSelection(0);
  editor.view.focus();
}

/** A document in its editor, with what stands beside it. */
export function EditedDocument(props: Props) {
  const { editor, live, document, user, title, right, mode, saying, bar, openId, onOpen, beside: Besides } = props;
  const words = useWordCount(live.doc);
  const suggestions = useSuggestions(editor);
  const activeId = useActiveSuggestion(editor, suggestions);
  const personOf = usePersons(document.id, user);
  useAuthorColors([...new Set(suggestions.map(({ author }) => author))], personOf);
  const mayDecide = mode !== 'viewing' && right === 'write';
  useSuggestionKeys({ editor, doc: live.doc, suggestions, activeId, mayDecide });
  const [preview, setPreview] = useState<Preview>(null);
  const mayWrite = mode !== 'viewing';
  const isRenaming = right === 'write' && mayWrite;
  const open: OpenText = {
    document,
    user,
    editor,
    doc: live.doc,
    right,
    isWriting: mayWrite,
    personOf,
    openSide: openId,
    onOpenSide: onOpen,
  };
  return (
    <Besides open={open}>
      {({ sides: others, instead, above, selected, threadOf }) => {
        const suggested: Side = {
          id: 'suggestions',
          name: 'Suggestions',
          count: suggestions.length,
          content: (
            <SuggestionsPanel
              editor={editor}
              doc={live.doc}
              suggestions={suggestions}
              personOf={personOf}
              myId={user.id}
              may={mayDecide ? 'decide' : mayWrite ? 'suggest' : 'look'}
              activeId={activeId}
              preview={preview}
              onPreview={setPreview}
              threadOf={threadOf}
            />
          ),
        };
        const sides = [suggested, ...others];
        return (
          <>
            {bar(sides)}
            <WritingArea
              editor={editor}
              documentId={document.id}
              mayWrite={mayWrite}
              words={words}
              goal={document.goal?.words ?? null}
              language={document.language}
              saying={saying}
              selected={selected}
              notice={
                <>
                  <DocumentNotices
                    document={document}
                    role={live.role ?? document.role}
                    live={live}
                    title={title}
                    right={right}
                  />
                  {above}
                </>
              }
              title={
                isRenaming ? (
                  <TitleField value={title.value} onType={title.type} onEnter={() => enter(editor)} />
                ) : (
                  <TitleText value={document.title} />
                )
              }
              preview={
                instead ??
                (preview && <PreviewText editor={editor} doc={live.doc} verdict={preview} onLeave={() => setPreview(null)} />)
              }
              side={openId !== null && <SidePanel sides={sides} openId={openId} onOpen={onOpen} />}
            />
          </>
        );
      }}
    </Besides>
  );
}
