import { t } from '@lingui/core/macro';
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
import { SidePanelButton } from './side-panel-button.tsx';
import type { ListedSuggestion } from '../../editor/suggestions/listed-suggestions.ts';
import type { Preview } from '../../editor/suggestions/suggestions-header.tsx';
import { TitleField, TitleText } from './title-field.tsx';
import type { LiveText } from './use-live-text.ts';
import type { Title } from './use-title.ts';
import { WritingArea } from '../../editor/writing-area.tsx';
import { createLoaded } from '../../ui/on-demand.tsx';

const useLateParts = createLoaded(() => import('./late-parts.ts'));
type LateParts = ReturnType<typeof useLateParts>;

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
  /** Null until they are loaded. */
  additions: Additions | null;
};

/** Text of a document with its title, banners and side panel. */
export function EditedText({ page, open, review, additions }: Props) {
  const { editor, document, isWriting, openTabId, onOpenTab } = open;
  const { suggestions, preview, setPreview } = review;
  const parts = useLateParts();
  const count = (additions?.comments.count ?? 0) + suggestions.length;
  const tabs = additions && parts && [cardsTab(parts, open, review, additions), ...additions.tabs];
  const opener = <SidePanelButton openTabId={openTabId} count={count} onToggle={page.onToggle} />;
  return (
    <>
      {page.tools && createPortal(opener, page.tools)}
      {tabs !== null && parts && <parts.SidePanelCommands tabs={tabs} onOpen={onOpenTab} />}
      {parts && <Announcements parts={parts} open={open} review={review} mode={page.mode} />}
      <WritingArea
        editor={editor}
        documentId={document.id}
        mayWrite={isWriting}
        doc={open.doc}
        goal={document.goal?.words ?? null}
        language={document.language}
        statusMessage={page.statusMessage}
        selectionActions={additions?.selectionActions ?? null}
        banners={<Banners page={page} above={additions?.above ?? null} />}
        status={page.status}
        title={<DocumentTitle page={page} isWriting={isWriting} />}
        preview={
          additions?.replacement ??
          (preview && parts && (
            <parts.PreviewText editor={editor} verdict={preview} onLeave={() => setPreview(null)} />
          ))
        }
        sidePanel={
          openTabId !== null &&
          tabs !== null &&
          parts && <parts.SidePanel tabs={tabs} openId={openTabId} onOpen={onOpenTab} />
        }
      />
    </>
  );
}

type AnnouncementsProps = Pick<Props, 'open' | 'review'> & {
  parts: NonNullable<LateParts>;
  mode: Mode;
};

/** Messages about suggestions to screen readers, and the suggestion at the caret beside it. */
function Announcements({ parts, open, review, mode }: AnnouncementsProps) {
  const { editor, user, personOf, isWriting } = open;
  const peeked = peekedSuggestion(open, review, mode);
  const shared = { editor, personOf, myId: user.id };
  return (
    <>
      <parts.SuggestionAnnouncer {...shared} suggestions={review.suggestions} />
      {peeked !== undefined && (
        <parts.SuggestionPeek
          {...shared}
          suggestion={peeked}
          mayDecide={review.mayDecide}
          mayWithdraw={isWriting}
        />
      )}
    </>
  );
}

/** Returns the side panel with comments and suggestions. */
function cardsTab(
  { CardsTab }: NonNullable<LateParts>,
  open: EditorContext,
  review: Review,
  additions: Additions,
): SidePanelTab {
  const { editor, personOf, user, isWriting, openTabId } = open;
  const { suggestions, activeId, mayDecide, hasDecided, preview, setPreview, isWide } = review;
  const { comments, threadOf, replacement } = additions;
  return {
    id: cardsTabId,
    name: t`Comments & suggestions`,
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
