import type { Document } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import type { Call } from '../../api/caller.ts';
import { ApiFailure, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { List } from '../../api/use-list.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { inOrder } from './moved.ts';

/** Order of a project's documents, and the function to change it. */
export type Order = {
  /** In the current order, including changes in progress. */
  readonly documents: readonly Document[];
  /** The underlying list, for loading more. */
  readonly list: List<Document>;
  /** Sets the order of the loaded documents. */
  set(ids: readonly string[]): void;
};

/** Manages the manual order of a project's documents; changes are sent one after the other. */
export function useOrder(projectId: string, list: List<Document>): Order {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const change = useMutation({
    scope: { id: `order of ${projectId}` },
    async mutationFn(shown: readonly string[]) {
      const rest = list.hasMore ? await othersThan(call, projectId, shown) : [];
      return call('reorderDocuments', {
        params: { id: projectId },
        body: { documentIds: [...shown, ...rest] },
      });
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

/** Fetches the ids of documents that are not loaded: an order must contain all of them. */
async function othersThan(call: Call, id: string, shown: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Document[]; nextCursor: string | null } = await call(
      'listProjectDocuments',
      {
        params: { id },
        query: { limit: 100, ...(cursor === null ? {} : { cursor }) },
      },
    );
    found.push(...page.items.map((document) => document.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  const known = new Set(shown);
  return found.filter((each) => !known.has(each));
}
