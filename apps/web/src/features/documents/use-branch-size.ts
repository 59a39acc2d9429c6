import { plural, t } from '@lingui/core/macro';
import type { BranchSize, Document } from '@longhand/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { carriedSentence } from './branch-words.ts';

/** Action that takes along what is inside a document. */
export type BranchAction = 'move' | 'archive' | 'delete';

/** Returns the number of documents that an action takes along. */
export function countFor(action: BranchAction, size: BranchSize): number {
  if (action === 'move') return size.all;
  return action === 'archive' ? size.active : size.present;
}

/** Sentences that an action takes along the documents inside several documents. */
const insideMany: Readonly<Record<BranchAction, () => string>> = {
  move: () => t`The documents inside them are moved with them.`,
  archive: () => t`The documents inside them are archived with them.`,
  delete: () => t`The documents inside them are moved to the trash with them.`,
};

/** Sentences that an action takes along the documents inside a document. */
const insideOne: Readonly<Record<BranchAction, (count: number) => string>> = {
  move: (count) => carriedSentence({ count, isAll: true }) ?? '',
  archive: (count) =>
    plural(count, {
      one: 'The document inside it is archived with it.',
      other: 'The # documents inside it are archived with it.',
    }),
  delete: (count) =>
    plural(count, {
      one: 'The document inside it is moved to the trash with it.',
      other: 'The # documents inside it are moved to the trash with it.',
    }),
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
    return isNested ? insideMany[action]() : null;
  }
  const count = data === undefined ? 0 : countFor(action, data);
  if (count === 0) return null;
  return insideOne[action](count);
}
