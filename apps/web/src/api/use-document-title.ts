import { useQuery } from '@tanstack/react-query';
import { displayTitle } from '../language/display-title.ts';
import { useCall } from './api-provider.tsx';
import { keys } from './keys.ts';

/** Fetches the title of a document. Null for the id '', and until the title is known. */
export function useDocumentTitle(documentId: string): string | null {
  const call = useCall();
  const { data } = useQuery({
    queryKey: [...keys.document(documentId), 'title'],
    queryFn: async ({ signal }) =>
      (await call('getDocument', { params: { id: documentId }, query: {} }, signal)).title,
    enabled: documentId !== '',
  });
  return data === undefined ? null : displayTitle(data);
}
