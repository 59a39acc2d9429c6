import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../api/api-provider.tsx';
import { fetchDocument } from '../api/document-rows.ts';
import { keys } from '../api/keys.ts';
import { displayTitle } from '../language/display-title.ts';
import type { TitleOf } from './blocks/leaves/mention.ts';

/** Time for which a fetched title is fresh (ms). */
const freshFor = 300_000;

/** Returns a lookup of the titles of mentioned documents. */
export function useTitleOf(): TitleOf {
  const call = useCall();
  const queries = useQueryClient();
  return useMemo<TitleOf>(
    () => async (id) => {
      try {
        const document = await queries.fetchQuery({
          queryKey: keys.document(id),
          queryFn: ({ signal }) => fetchDocument({ call, store: queries }, id, signal),
          staleTime: freshFor,
          retry: false,
        });
        return displayTitle(document.title);
      } catch {
        // Not readable by this user, or not available now: the stored title of the mention is
        // shown.
        return null;
      }
    },
    [call, queries],
  );
}
