import type { Document } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import type { Call } from '../../api/caller.ts';
import { ApiFailure, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { List } from '../../api/useList.ts';
import { useToast } from '../../ui/ToastProvider.tsx';
import { inOrder } from './moved.ts';

/** The order of a project's documents, and how to change it. */
export type Order = {
  /** As they stand, also while the server is still being told. */
  readonly documents: readonly Document[];
  /** The list that they come from, and the way to more of them. */
  readonly list: List<Document>;
  /** Puts the documents that are shown in this order. */
  set(ids: readonly string[]): void;
};

/** Keeps a project's documents in the order in which people put them; one change after the other. */
export function useOrder(projectId: string, list: List<Document>): Order {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const change = useMutation({
    scope: { id: `order of ${projectId}` },
    async mutationFn(shown: readonly string[]) {
      const rest = list.hasMore ? await othersThan(call, projectId, shown) : [];
      return call('reorderDocuments', { params: { id: projectId }, body: { documentIds: [...shown, ...rest] } });
    },
    onError(error) {
      const isOld = error instanceof ApiFailure && error.problem?.code === 'order_differs';
      show({
        title: isOld ? 'The list has changed' : 'The order was not saved',
        text: sentenceOf(error),
        isDestructive: true,
      });
    },
    onSettled: () => store.invalidateQueries({ queryKey: keys.projectDocuments(projectId) }),
  });
  return {
    list,
    documents: change.isPending ? inOrder(list.items, change.variables) : list.items,
    set: (ids) => change.mutate(ids),
  };
}

/** The documents beyond those that are shown: an order names all of them. */
async function othersThan(call: Call, id: string, shown: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Document[]; nextCursor: string | null } = await call('listProjectDocuments', {
      params: { id },
      query: { limit: 100, ...(cursor === null ? {} : { cursor }) },
    });
    found.push(...page.items.map((document) => document.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  const known = new Set(shown);
  return found.filter((each) => !known.has(each));
}
