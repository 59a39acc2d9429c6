import type { BranchSize, Document } from '@longhand/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';

/** Action that takes along what is inside a document. */
export type BranchAction = 'move' | 'archive' | 'delete';

/** Returns the number of documents that an action takes along. */
export function countFor(action: BranchAction, size: BranchSize): number {
  if (action === 'move') return size.all;
  return action === 'archive' ? size.active : size.present;
}

const verbs: Readonly<Record<BranchAction, string>> = {
  move: 'moved',
  archive: 'archived',
  delete: 'moved to the trash',
};

/**
 * Returns the sentence that says what an action takes along, or null if that is nothing or not
 * known yet.
 */
export function useBranchSentence(
  documents: readonly Document[],
  action: BranchAction,
): string | null {
  const call = useCall();
  const [first] = documents;
  const isOne = documents.length === 1 && first !== undefined;
  const { data } = useQuery({
    queryKey: [...keys.document(first?.id ?? ''), 'branch'],
    queryFn: ({ signal }) => call('getBranchSize', { params: { id: first?.id ?? '' } }, signal),
    enabled: isOne,
    staleTime: 0,
  });
  if (!isOne) {
    const isNested = documents.some(({ childCount }) => childCount > 0);
    return isNested ? `The documents inside them are ${verbs[action]} with them.` : null;
  }
  const count = data === undefined ? 0 : countFor(action, data);
  if (count === 0) return null;
  return count === 1
    ? `The document inside it is ${verbs[action]} with it.`
    : `The ${count} documents inside it are ${verbs[action]} with it.`;
}
