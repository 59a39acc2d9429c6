import { useCallback } from 'react';
import { goToText } from '../../editor/text/show-passage.ts';
import { replicaOf } from '../../editor/text/bound-text.ts';
import { cardsTabId, type EditorContext } from '../../editor/editor-context.ts';
import { anchorOf } from './anchors.ts';
import type { CommentContext } from './comment-context.ts';
import type { CommentedText } from './use-commented-text.ts';
import type { Pending } from './use-pending.ts';
import type { ThreadList } from './use-thread-list.ts';

type Options = {
  open: EditorContext;
  context: CommentContext;
  pending: Pending | null;
  setPending: (pending: Pending | null) => void;
  text: CommentedText;
  list: ThreadList;
};

/** Begins a comment on the selection, and sends the comment being written. Stable references. */
export function useNewComment({ open, context, pending, setPending, text, list }: Options): {
  begin: () => void;
  send: (body: string) => Promise<void>;
} {
  const { editor, onOpenTab } = open;
  const { calls } = context;
  const { activate } = text;
  const { announceAdded } = list;
  const begin = useCallback(() => {
    const replica = replicaOf(editor);
    const anchor = replica && anchorOf(replica, editor.state.doc, editor.state.selection);
    setPending({ anchor });
    onOpenTab(cardsTabId);
  }, [editor, setPending, onOpenTab]);
  const send = useCallback(
    async (body: string) => {
      const threadId = await calls.create({ body, anchor: pending?.anchor ?? null });
      setPending(null);
      announceAdded();
      activate(threadId);
      goToText(editor);
    },
    [calls, pending, setPending, announceAdded, activate, editor],
  );
  return { begin, send };
}
