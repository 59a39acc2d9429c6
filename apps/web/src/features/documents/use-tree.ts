import { t } from '@lingui/core/macro';
import type { AccessAfterMove, Document } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { ApiFailure, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { List } from '../../api/use-list.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { applied, isOrderOnly, type TreeMove } from './tree.ts';
import { treeKey } from './use-documents.ts';
import { useMoveQuestion, type MoveQuestion } from './use-move-question.ts';

/**
 * Documents of a project, or the user's personal drafts, in the order of their tree, and the
 * function to move one.
 */
export type Tree = {
  /** In the current order, including moves in progress. */
  readonly documents: readonly Document[];
  /** The underlying list, for loading more. */
  readonly list: List<Document>;
  /** Question about the access that a move in progress changes; null without one. */
  readonly question: MoveQuestion | null;
  /** Moves a document. Returns true if it was moved, and false if that failed or was cancelled. */
  move(move: TreeMove): Promise<boolean>;
};

/** A move with what the question about it says. */
type Move = TreeMove & { readonly title: string; readonly isOrder: boolean };

/**
 * Manages the tree of a project's documents, or of the user's personal drafts if it is null. Moves
 * are sent one after the other. A move to another parent that changes access is sent after a
 * question; its place is shown meanwhile.
 */
export function useTree(projectId: string | null, list: List<Document>): Tree {
  const store = useQueryClient();
  const send = useMoveCall();
  // Moves that are not in the list yet, oldest first.
  const [pending, setPending] = useState<readonly Move[]>([]);
  const { asked, ask } = useMoveQuestion();
  // Moves that were made while a cancelled one was shown. They may name its place.
  const dropped = useRef(new Set<Move>());
  const latest = useRef(pending);
  latest.current = pending;
  const onError = useMoveFailure();
  const change = useMutation({
    scope: { id: `tree of ${projectId ?? 'personal drafts'}` },
    async mutationFn(move: Move): Promise<boolean> {
      if (dropped.current.delete(move)) return false;
      const access = move.isOrder ? null : await send.access(move);
      if (access !== null && access.count > 0 && !(await ask(move.title, access))) {
        const later = latest.current.slice(latest.current.indexOf(move) + 1);
        for (const each of later) dropped.current.add(each);
        return false;
      }
      await send.move(move);
      return true;
    },
    onError,
    async onSettled(_answer, _error, move) {
      void store.invalidateQueries({ queryKey: keys.document(move.id) });
      await store.invalidateQueries({ queryKey: treeKey(projectId) });
      setPending((all) => all.filter((each) => each !== move));
    },
  });
  const documents = pending.reduce<readonly Document[]>(applied, list.items);
  return {
    list,
    documents,
    question: asked,
    move(given) {
      const title = documents.find(({ id }) => id === given.id)?.title ?? '';
      const move = { ...given, title, isOrder: isOrderOnly(documents, given) };
      setPending((all) => [...all, move]);
      // A toast says what failed.
      return change.mutateAsync(move).catch(() => false);
    },
  };
}

/** Returns the calls of a move: the question about its change of access, and the move. */
function useMoveCall() {
  const call = useCall();
  return {
    async access({ id, parentId }: TreeMove): Promise<AccessAfterMove | null> {
      try {
        return await call('getAccessAfterMove', { body: { documentIds: [id], parentId } });
      } catch (error) {
        // A node of the previous version has no such call. The move itself is refused if a document
        // is missing.
        if (error instanceof ApiFailure && error.problem?.code === 'not_found') return null;
        throw error;
      }
    },
    move: ({ id, parentId, beforeId }: TreeMove) =>
      call('updateDocument', { params: { id }, body: { parentId, beforeId } }),
  };
}

/** Returns the function that shows why a document was not moved. */
function useMoveFailure() {
  const show = useToast();
  return (error: Error): void => {
    const isOld = error instanceof ApiFailure && error.problem?.code === 'order_differs';
    show({
      title: isOld ? t`The list has changed` : t`The document was not moved`,
      text: sentenceOf(error),
      isDestructive: true,
    });
  };
}
