import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCall } from '../../../api/api-provider.tsx';
import { keys } from '../../../api/keys.ts';
import { addTo, type Recorded } from './writers.ts';

/**
 * Fetches the recorded authorship of a document, and on request what was added since. Sends no
 * request until it is wanted.
 */
export function useRecorded(
  documentId: string,
  isWanted: boolean,
): {
  recorded: Recorded | undefined;
  error: Error | null;
  isAsking: boolean;
  askAgain: () => void;
} {
  const call = useCall();
  const store = useQueryClient();
  const queryKey = keys.authors(documentId);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    async queryFn({ signal }) {
      const before = store.getQueryData<Recorded>(queryKey);
      return addTo(
        before,
        await call(
          'getAuthors',
          { params: { id: documentId }, query: { after: before?.seq ?? 0 } },
          signal,
        ),
      );
    },
    enabled: isWanted,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
  const askAgain = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  return { recorded: data, error, isAsking: isFetching, askAgain };
}
