import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits, type Document, type Found } from '@longhand/contract';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useSettled } from '../../ui/use-settled.ts';

/** Maximum number of recent documents, and of search results. */
const fewest = 5;
const mostFound = 12;

/** Data of the server for the palette. */
export type Findings = {
  readonly recent: readonly Document[];
  readonly found: readonly Found[];
  readonly tags: readonly { name: string; documentCount: number }[];
  /** True while the result for the current query is loading. */
  readonly isSearching: boolean;
  readonly error: Error | null;
};

/** Fetches the results for the query (debounced), and once the recent documents and tags. */
export function useFindings(typed: string): Findings {
  const call = useCall();
  const words = useSettled(typed.trim().slice(0, limits.searchMax));
  const recent = useQuery({
    queryKey: keys.fewRecentDocuments,
    queryFn: ({ signal }) => call('listRecentDocuments', { query: { limit: fewest } }, signal),
  });
  const tags = useQuery({
    queryKey: keys.someTags,
    queryFn: ({ signal }) => call('listTags', { query: { limit: limits.pageMax } }, signal),
  });
  const found = useQuery({
    queryKey: keys.search('palette', words),
    queryFn: ({ signal }) => call('search', { query: { q: words, limit: mostFound } }, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  return {
    recent: recent.data?.items ?? [],
    tags: tags.data?.items ?? [],
    found: words === '' ? [] : (found.data?.items ?? []),
    isSearching: words !== typed.trim() || (words !== '' && found.isFetching),
    error: words === '' ? null : found.error,
  };
}
