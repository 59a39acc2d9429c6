import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { ApiFailure, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { List } from '../../api/use-list.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { applied, type TreeMove } from './tree.ts';
import { treeKey } from './use-documents.ts';

/**
 * Documents of a project, or the user's personal drafts, in the order of their tree, and the
 * function to move one.
 */
export type Tree = {
  /** In the current order, including moves in progress. */
  readonly documents: readonly Document[];
  /** The underlying list, for loading more. */
  readonly list: List<Document>;
  move(move: TreeMove): void;
};

/**
 * Manages the tree of a project's documents, or of the user's personal drafts if it is null. Moves
 * are sent one after the other.
 */
export function useTree(projectId: string | null, list: List<Document>): Tree {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  // Moves that are not in the list yet, oldest first.
  const [pending, setPending] = useState<readonly TreeMove[]>([]);
  const change = useMutation({
    scope: { id: `tree of ${projectId ?? 'personal drafts'}` },
    mutationFn: ({ id, parentId, beforeId }: TreeMove) =>
      call('updateDocument', { params: { id }, body: { parentId, beforeId } }),
    onError(error) {
      const isOld = error instanceof ApiFailure && error.problem?.code === 'order_differs';
      show({
        title: isOld ? t`The list has changed` : t`The document was not moved`,
        text: sentenceOf(error),
        isDestructive: true,
      });
    },
    async onSettled(_answer, _error, move) {
      void store.invalidateQueries({ queryKey: keys.document(move.id) });
      await store.invalidateQueries({ queryKey: treeKey(projectId) });
      setPending((all) => all.filter((each) => each !== move));
    },
  });
  return {
    list,
    documents: pending.reduce<readonly Document[]>(applied, list.items),
    move(move) {
      setPending((all) => [...all, move]);
      change.mutate(move);
    },
  };
}
