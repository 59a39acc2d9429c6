import type { Document, User } from '@longhand/contract';
import type { Right } from '@longhand/sync/protocol';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconMessage2 } from '@tabler/icons-react';
import { DocumentBanners } from './document-banners.tsx';
import type { Mode } from '../../editor/modes.ts';
import {
  cardsTabId,
  type Additions,
  type EditorContext,
  type SidePanelTab,
} from '../../editor/editor-context.ts';
import { CardsTab } from '../../editor/cards/cards-tab.tsx';
import { SidePanelCommands, SidePanel } from '../../editor/side-panel.tsx';
import { SidePanelButton } from './side-panel-button.tsx';
import { SuggestionAnnouncer } from '../../editor/suggestions/suggestion-announcer.tsx';
import { PreviewText } from '../../editor/suggestions/preview-text.tsx';
import type { ListedSuggestion } from '../../editor/suggestions/listed-suggestions.ts';
import { SuggestionPeek } from '../../editor/suggestions/suggestion-peek.tsx';
import type { Preview } from '../../editor/suggestions/suggestions-header.tsx';
import { TitleField, TitleText } from './title-field.tsx';
import type { LiveText } from './use-live-text.ts';
import type { Title } from './use-title.ts';
import { WritingArea } from '../../editor/writing-area.tsx';

/** An open document and its page, as far as they concern its editor. */
export type DocumentPage = {
  editor: Editor;
  live: LiveText;
  document: Document;
  user: User;
  title: Title;
  status: ReactNode;
  right: Right;
  mode: Mode;
  statusMessage: string | null;
  /** Container in the bar for the button that opens the side panel. */
  tools: HTMLElement | null;
  openTabId: string | null;
  onOpenTab: (id: string | null) => void;
  onToggle: () => void;
};

/** Suggestions of the text, and the user's view of them. */
export type Review = {
  readonly suggestions: readonly ListedSuggestion[];
  /** Id of the suggestion at the caret; null for none. */
  readonly activeId: string | null;
  readonly mayDecide: boolean;
  /** True once the user has decided a suggestion on this page. */
  readonly hasDecided: boolean;
  readonly preview: Preview;
  readonly setPreview: (preview: Preview) => void;
  /** True if the window has room for the cards beside the text. */
  readonly isWide: boolean;
};

/**
 * Moves the caret to the start of the text synchronously. TipTap's own focus waits for an animation
 * frame, and the next key press would miss it.
 */
function enter(editor: Editor): void {
  editor.commands.setTextSelection(0);
  editor.view.focus();
}

type Props = {
  page: DocumentPage;
  open: EditorContext;
  review: Review;
  additions: Additions;
};

/** Text of a document with its title, banners and side panel. */
export function EditedText({ page, open, review, additions }: Props) {
  const { editor, document, user, personOf, isWriting, openTabId, onOpenTab } = open;
  const { suggestions, preview, setPreview } = review;
  const { comments, replacement, selectionActions } = additions;
  const tabs = [cardsTab(open, review, additions), ...additions.tabs];
  const count = comments.count + suggestions.length;
  const peeked = peekedSuggestion(open, review, page.mode);
  const opener = <SidePanelButton openTabId={openTabId} count={count} onToggle={page.onToggle} />;
  return (
    <>
      {page.tools && createPortal(opener, page.tools)}
      <SidePanelCommands tabs={tabs} onOpen={onOpenTab} />
      <SuggestionAnnouncer
        editor={editor}
        suggestions={suggestions}
        personOf={personOf}
        myId={user.id}
      />
      {peeked !== undefined && (
        <SuggestionPeek
          editor={editor}
          suggestion={peeked}
          personOf={personOf}
          myId={user.id}
          mayDecide={review.mayDecide}
          mayWithdraw={isWriting}
        />
      )}
      <WritingArea
        editor={editor}
        documentId={document.id}
        mayWrite={isWriting}
        doc={open.doc}
        goal={document.goal?.words ?? null}
        language={document.language}
        statusMessage={page.statusMessage}
        selectionActions={selectionActions}
        banners={<Banners page={page} above={additions.above} />}
        status={page.status}
        title={<DocumentTitle page={page} isWriting={isWriting} />}
        preview={
          replacement ??
          (preview && (
            <PreviewText editor={editor} verdict={preview} onLeave={() => setPreview(null)} />
          ))
        }
        sidePanel={
          openTabId !== null && <SidePanel tabs={tabs} openId={openTabId} onOpen={onOpenTab} />
        }
      />
    </>
  );
}

/** Returns the side panel with comments and suggestions. */
function cardsTab(open: EditorContext, review: Review, additions: Additions): SidePanelTab {
  const { editor, personOf, user, isWriting, openTabId } = open;
  const { suggestions, activeId, mayDecide, hasDecided, preview, setPreview, isWide } = review;
  const { comments, threadOf, replacement } = additions;
  return {
    id: cardsTabId,
    name: 'Comments & suggestions',
    icon: IconMessage2,
    content: openTabId === cardsTabId && (
      <CardsTab
        editor={editor}
        suggestions={suggestions}
        personOf={personOf}
        myId={user.id}
        may={mayDecide ? 'decide' : isWriting ? 'suggest' : 'look'}
        hasDecided={hasDecided}
        activeId={activeId}
        preview={preview}
        onPreview={setPreview}
        comments={comments}
        threadOf={threadOf}
        isAligned={isWide && preview === null && !replacement}
      />
    ),
  };
}

/** Returns the active suggestion if it has no card beside the text, otherwise undefined. */
function peekedSuggestion(
  { openTabId, user }: EditorContext,
  { suggestions, activeId, preview, isWide }: Review,
  mode: Mode,
): ListedSuggestion | undefined {
  const active = suggestions.find(({ id }) => id === activeId);
  if (isWide || openTabId !== null || preview !== null) return undefined;
  // In suggesting mode the caret is in the user's own suggestion after every key press: do not show
  // the peek.
  return mode === 'suggesting' && active?.author === user.id ? undefined : active;
}

function Banners({ page, above }: { page: DocumentPage; above: ReactNode }) {
  const { document, live, title, right } = page;
  return (
    <>
      <DocumentBanners document={document} live={live} title={title} right={right} />
      {above}
    </>
  );
}

function DocumentTitle({ page, isWriting }: { page: DocumentPage; isWriting: boolean }) {
  const { editor, document, title, right } = page;
  return right === 'write' && isWriting ? (
    <TitleField value={title.value} onType={title.type} onEnter={() => enter(editor)} />
  ) : (
    <TitleText value={document.title} />
  );
}
