import type { Thread } from '@longhand/contract';
import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { showPassage } from '../../editor/text/show-passage.ts';
import type { TextRange } from '../../editor/text/text-range.ts';
import './commented.css';
import { commentLayer, passageOf, passagesAt } from './comment-layer.ts';
import { neighbour, threadAt } from './thread-filters.ts';
import { pendingPassageId } from './use-comment-cards.tsx';
import { usePassages, type Anchored, type Passages } from './use-passages.ts';
import type { Pending } from './use-pending.ts';

type Options = {
  editor: Editor;
  threads: readonly Thread[];
  pending: Pending | null;
  mayComment: boolean;
};

/** Commented passages of a text, and the active thread. */
export type CommentedText = Passages & {
  /** Thread at the caret, or shown last. */
  readonly activeId: string | null;
  activate(threadId: string): void;
  /** Shows a thread's passage and activates it. A stable reference. */
  show(threadId: string): void;
  /** Shows the next or previous passage from the caret. */
  go(way: 'next' | 'previous'): void;
};

/** Highlights the commented passages of a text, and follows the caret through them. */
export function useCommentedText({ editor, threads, pending, mayComment }: Options): CommentedText {
  const [activeId, setActive] = useState<string | null>(null);
  const anchored = useMemo(
    () => anchorsOf(threads, mayComment ? pending : null, activeId),
    [threads, pending, mayComment, activeId],
  );
  const { passages, isCurrent } = usePassages(
    editor,
    anchored,
    pending?.anchor ? pendingPassageId : activeId,
  );
  useEffect(() => {
    const moved = (): void => {
      const { head } = editor.state.selection;
      setActive(threadAt(openPassages(passagesAt(editor, head)), head));
    };
    editor.on('selectionUpdate', moved);
    return () => void editor.off('selectionUpdate', moved);
  }, [editor]);

  const show = useCallback(
    (threadId: string): void => {
      const range = passageOf(editor, threadId);
      if (range) showPassage(editor, range);
      setActive(threadId);
    },
    [editor],
  );
  const go = (way: 'next' | 'previous'): void => {
    const there = neighbour(
      openPassages(commentLayer.stateIn(editor).ranges),
      editor.state.selection.from,
      way,
    );
    if (!there) return;
    showPassage(editor, there.range);
    setActive(there.id);
  };
  return { passages, isCurrent, activeId, activate: setActive, show, go };
}

/** Returns the anchors of all threads, and that of the comment being written. */
function anchorsOf(
  threads: readonly Thread[],
  pending: Pending | null,
  activeId: string | null,
): readonly Anchored[] {
  const all = threads.flatMap(({ id, anchor, suggestionId, resolvedAt }): Anchored[] => {
    if (anchor !== null)
      return [{ id, about: anchor, isShown: resolvedAt === null || id === activeId }];
    // A suggestion is visible in the text anyway.
    return suggestionId === null ? [] : [{ id, about: suggestionId, isShown: false }];
  });
  if (pending?.anchor) all.push({ id: pendingPassageId, about: pending.anchor, isShown: true });
  return all;
}

/** Returns the passages of threads, without that of the comment being written. */
function openPassages(ranges: ReadonlyMap<string, TextRange>): ReadonlyMap<string, TextRange> {
  if (!ranges.has(pendingPassageId)) return ranges;
  return new Map([...ranges].filter(([id]) => id !== pendingPassageId));
}
