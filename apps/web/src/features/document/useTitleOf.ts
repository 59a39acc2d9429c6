import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../api/ApiProvider.tsx';
import { keys } from '../../api/keys.ts';
import { titleOf } from '../../ui/titleOf.ts';
import type { TitleOf } from './blocks/leaves/mention.ts';

/** Milliseconds for which a title that was asked for is new enough. */
const freshFor = 300_000;

/** Finds titles of other documents that are mentioned. */
export function useTitleOf(): TitleOf {
  const call = useCall();
  const queries = useQueryClient();
  return useMemo<TitleOf>(
    () => async (id) => {
      try {
        const document = await queries.fetchQuery({
          queryKey: keys.document(id),
          queryFn: ({ signal }) => call('getDocument', { params: { id } }, signal),
          staleTime: freshFor,
          retry: false,
        });
        return titleOf(document.title);
      } catch {
        // Not to be had by this reader, or not now: it keeps the title that it was mentioned by.
        return null;
      }
    },
    [call, queries],
  );
}
