import { role, type Document } from '@longhand/contract';
import type { Link } from '@longhand/sync';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../api/ApiProvider.tsx';
import { keys } from '../../api/keys.ts';

/** What is known of a document besides its text. */
export function useDocument(id: string): UseQueryResult<Document> {
  const call = useCall();
  return useQuery({
    queryKey: keys.document(id),
    queryFn: ({ signal }) => call('getDocument', { params: { id } }, signal),
  });
}

/** Keeps what is known of a document true to what the live channel tells: another title, another role, archived, deleted. */
export function useNotices(id: string, link: Link | undefined): void {
  const store = useQueryClient();
  useEffect(() => {
    const change = (part: Partial<Document>): void => {
      store.setQueryData<Document>(keys.document(id), (document) => document && { ...document, ...part });
    };
    return link?.onNotice((notice) => {
      switch (notice.kind) {
        case 'renamed':
          return change({ title: notice.title });
        case 'role':
          return change(role.safeParse(notice.role).success ? { role: role.parse(notice.role) } : {});
        case 'comments':
          return void store.invalidateQueries({ queryKey: keys.comments(id) });
        case 'archived':
        case 'deleted':
          return void store.invalidateQueries({ queryKey: keys.document(id) });
        case 'refused':
        case 'going_away':
          return undefined;
      }
    });
  }, [id, link, store]);
}
