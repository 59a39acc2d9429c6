import type { Document, User } from '@longhand/contract';
import type { Right } from '@longhand/sync/protocol';
import type { Editor } from '@tiptap/core';
import { useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconMessage2 } from '@tabler/icons-react';
import { DocumentNotices } from './document-notices.tsx';
import type { Mode } from './modes.ts';
import {
  marginId,
  type SidebarContent,
  type EditorContext,
  type SidebarTab,
} from '../../ui/editor-context.ts';
import { besideWidth, useWide } from '../../ui/use-wide.ts';
import { useUndoKeys } from '../../ui/in-text/document-undo.ts';
import { MarginSide } from './margin/margin-side.tsx';
import { SideCommands, SideOpener, SidePanel } from './side-panel.tsx';
import { useAuthorColors } from './suggesting/author-colors.ts';
import { Heard } from './suggesting/heard.tsx';
import { PreviewText } from './suggesting/preview-text.tsx';
import { SuggestionPeek } from './suggesting/suggestion-peek.tsx';
import type { Preview } from './suggesting/suggestions-over.tsx';
import { useActiveSuggestion } from './suggesting/use-active-suggestion.ts';
import { useSuggestionKeys } from './suggesting/use-suggestion-keys.ts';
import { useSuggestions } from './suggesting/use-suggestions.ts';
import { TitleField, TitleText } from './title-field.tsx';
import type { LiveText } from './use-live-text.ts';
import { usePersons } from './use-persons.ts';
import type { Title } from './use-title.ts';
import { useAboveSheet } from './use-above-sheet.ts';
import { useApprovalCheck } from './use-approval-check.ts';
import { useWordCount } from './use-word-count.ts';
import { WritingArea } from './writing-area.tsx';

type Props = {
  editor: Editor;
  live: LiveText;
  document: Document;
  user: User;
  title: Title;
  status: ReactNode;
  right: Right;
  mode: Mode;
  saying: string | null;
  /** Container in the bar for the button that opens the side panel. */
  tools: HTMLElement | null;
  openId: string | null;
  onOpen: (id: string | null) => void;
  onToggle: () => void;
  beside: SidebarContent;
};

/**
 * Moves the caret to the start of the text synchronously. TipTap's own focus waits for an animation
 * frame, and the next key press would miss it.
 */
function enter(editor: Editor): void {
  editor.commands.setTextSelection(0);
  editor.view.focus();
}

/** A document in its editor, with the side panel. */
export function EditedDocument(props: Props) {
  const {
    editor,
    live,
    document,
    user,
    title,
    status,
    right,
    mode,
    saying,
    tools,
    openId,
    onOpen,
    onToggle,
  } = props;
  const { beside: Besides } = props;
  const words = useWordCount(editor, live.doc);
  const suggestions = useSuggestions(editor);
  const activeId = useActiveSuggestion(editor, suggestions);
  const authors = [...new Set(suggestions.map(({ author }) => author))];
  const personOf = usePersons(document.id, user, authors);
  useApprovalCheck(document, live.doc);
  useAuthorColors(authors, personOf);
  const mayDecide = mode !== 'viewing' && right === 'write';
  useSuggestionKeys({ editor, suggestions, activeId, mayDecide });
  const [preview, setPreview] = useState<Preview>(null);
  const mayWrite = mode !== 'viewing';
  useUndoKeys(editor, mayWrite);
  const isWide = useWide(besideWidth);
  useAboveSheet(editor, !isWide && openId !== null, activeId);
  const active = suggestions.find(({ id }) => id === activeId);
  // In suggesting mode the caret is in the user's own suggestion after every key press: do not show
  // the peek.
  const isPeeking =
    !isWide &&
    openId === null &&
    preview === null &&
    (mode !== 'suggesting' || active?.author !== user.id);
  const suggestionIds = useMemo(() => new Set(suggestions.map(({ id }) => id)), [suggestions]);
  const isRenaming = right === 'write' && mayWrite;
  const open: EditorContext = {
    document,
    user,
    editor,
    doc: live.doc,
    right,
    isWriting: mayWrite,
    personOf,
    suggestionIds,
    openSide: openId,
    onOpenSide: onOpen,
  };
  return (
    <Besides open={open}>
      {({ said, sides: others, instead, above, selected, threadOf }) => {
        const margin: SidebarTab = {
          id: marginId,
          name: 'Comments & suggestions',
          icon: IconMessage2,
          content: openId === marginId && (
            <MarginSide
              editor={editor}
              suggestions={suggestions}
              personOf={personOf}
              myId={user.id}
              may={mayDecide ? 'decide' : mayWrite ? 'suggest' : 'look'}
              activeId={activeId}
              preview={preview}
              onPreview={setPreview}
              said={said}
              threadOf={threadOf}
              isLevel={isWide && preview === null && !instead}
            />
          ),
        };
        const sides = [margin, ...others];
        const count = said.count + suggestions.length;
        return (
          <>
            {tools &&
              createPortal(<SideOpener openId={openId} count={count} onToggle={onToggle} />, tools)}
            <SideCommands sides={sides} onOpen={onOpen} />
            <Heard editor={editor} suggestions={suggestions} personOf={personOf} myId={user.id} />
            {isPeeking && active !== undefined && (
              <SuggestionPeek
                editor={editor}
                suggestion={active}
                personOf={personOf}
                myId={user.id}
                mayDecide={mayDecide}
                mayTakeBack={mayWrite}
              />
            )}
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
              status={status}
              title={
                isRenaming ? (
                  <TitleField
                    value={title.value}
                    onType={title.type}
                    onEnter={() => enter(editor)}
                  />
                ) : (
                  <TitleText value={document.title} />
                )
              }
              preview={
                instead ??
                (preview && (
                  <PreviewText editor={editor} verdict={preview} onLeave={() => setPreview(null)} />
                ))
              }
              side={openId !== null && <SidePanel sides={sides} openId={openId} onOpen={onOpen} />}
            />
          </>
        );
      }}
    </Besides>
  );
}
