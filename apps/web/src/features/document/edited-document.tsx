import { useMemo, useState } from 'react';
import { EditedText, type DocumentPage, type Review } from './edited-text.tsx';
import type { AdditionsProvider, EditorContext } from '../../editor/editor-context.ts';
import { sidePanelWidth, useWide } from '../../ui/use-wide.ts';
import { useUndoKeys } from '../../editor/text/document-undo.ts';
import { useAuthorColors } from '../../editor/suggestions/author-colors.ts';
import type { Preview } from '../../editor/suggestions/suggestions-header.tsx';
import { useActiveSuggestion } from '../../editor/suggestions/use-active-suggestion.ts';
import { useHasDecided } from '../../editor/suggestions/use-has-decided.ts';
import { useSuggestionKeys } from '../../editor/suggestions/use-suggestion-keys.ts';
import { useSuggestions } from '../../editor/suggestions/use-suggestions.ts';
import { usePersons } from './use-persons.ts';
import { useAboveSheet } from './use-above-sheet.ts';
import { useApprovalCheck } from './use-approval-check.ts';
import { WithAdditions } from './with-additions.tsx';

type Props = DocumentPage & { additions: AdditionsProvider };

/** A document in its editor, with the side panel. */
export function EditedDocument({ additions, ...page }: Props) {
  const { editor, live, document, user, right, mode, openTabId, onOpenTab } = page;
  const suggestions = useSuggestions(editor);
  const activeId = useActiveSuggestion(editor, suggestions);
  const authors = [...new Set(suggestions.map(({ author }) => author))];
  const personOf = usePersons(document.id, user, authors);
  useApprovalCheck(document, live.doc, live.link);
  useAuthorColors(authors, personOf);
  const mayDecide = mode !== 'viewing' && right === 'write';
  const hasDecided = useHasDecided(editor);
  useSuggestionKeys({ editor, suggestions, activeId, mayDecide });
  const [preview, setPreview] = useState<Preview>(null);
  const mayWrite = mode !== 'viewing';
  useUndoKeys(editor, mayWrite);
  const isWide = useWide(sidePanelWidth);
  useAboveSheet(editor, !isWide && openTabId !== null, activeId);
  const suggestionIds = useMemo(() => new Set(suggestions.map(({ id }) => id)), [suggestions]);
  const open: EditorContext = {
    document,
    user,
    editor,
    doc: live.doc,
    link: live.link,
    right,
    isWriting: mayWrite,
    personOf,
    suggestionIds,
    openTabId: openTabId,
    onOpenTab: onOpenTab,
  };
  const review: Review = {
    suggestions,
    activeId,
    mayDecide,
    hasDecided,
    preview,
    setPreview,
    isWide,
  };
  return (
    <WithAdditions open={open} provider={additions}>
      {(added) => <EditedText page={page} open={open} review={review} additions={added} />}
    </WithAdditions>
  );
}
