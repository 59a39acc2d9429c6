import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits, type Document, type Found } from '@longhand/contract';
import { useCall } from '../../api/ApiProvider.tsx';
import { keys } from '../../api/keys.ts';
import { useSettled } from '../../ui/useSettled.ts';

/** Documents that were last open, and things that are found by words, as many as are seen at once. */
const fewest = 5;
const mostFound = 12;

/** What the server knows for the palette. */
export type Findings = {
  readonly recent: readonly Document[];
  readonly found: readonly Found[];
  readonly tags: readonly { name: string; documentCount: number }[];
  /** Whether an answer to what is typed now is on its way. */
  readonly isSearching: boolean;
  readonly error: Error | null;
};

/** Asks for what was typed, a little after the last key; and once for recent documents and tags. */
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
