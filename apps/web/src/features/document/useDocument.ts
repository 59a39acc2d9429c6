import { role, type Document } from '@longhand/contract';
import type { Link } from '@longhand/sync';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../api/ApiProvider.tsx';
import { ApiFailure, isUnreachable } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { Copies } from '../../session/copies/copies.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { renamedIn } from './renamedIn.ts';

/** What is known of a document besides its text; where the server cannot be reached, what this device knows of it. */
export function useDocument(id: string): UseQueryResult<Document> {
  const call = useCall();
  const store = useQueryClient();
  const { copies } = useSession();
  return useQuery({
    queryKey: keys.document(id),
    async queryFn({ signal }) {
      try {
        return await call('getDocument', { params: { id } }, signal);
      } catch (error) {
        const kept = store.getQueryData(keys.document(id)) === undefined ? await whatIsKept(copies, id, error) : null;
        if (kept === null) throw error;
        return kept;
      }
    },
  });
}

/** What this device knows of a document that the server did not tell of; what the server will not show any more is not kept. */
async function whatIsKept(copies: Copies, id: string, error: unknown): Promise<Document | null> {
  try {
    if (isUnreachable(error)) return await copies.about(id);
    if (error instanceof ApiFailure && (error.status === 403 || error.status === 404)) await copies.forget(id);
  } catch (failure) {
    console.warn('Nothing can be kept on this device:', failure);
  }
  return null;
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
          store.setQueriesData({ queryKey: keys.documents }, (list: unknown) => renamedIn(list, { id, title: notice.title }));
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
