import { role, type Document } from '@longhand/contract';
import type { Link } from '@longhand/sync/client';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { ApiFailure, isUnreachable } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { Copies } from '../../session/copies/copies.ts';
import { useSession } from '../../session/session-provider.tsx';
import { renamedIn } from './renamed-in.ts';

/** Fetches the metadata of a document; if the server is unreachable, returns the offline copy. */
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
        const kept =
          store.getQueryData(keys.document(id)) === undefined
            ? await whatIsKept(copies, id, error)
            : null;
        if (kept === null) throw error;
        return kept;
      }
    },
  });
}

/**
 * Returns the offline metadata of a document if the server was unreachable. Deletes the copy if the
 * server now denies access.
 */
async function whatIsKept(copies: Copies, id: string, error: unknown): Promise<Document | null> {
  try {
    if (isUnreachable(error)) return await copies.about(id);
    if (error instanceof ApiFailure && (error.status === 403 || error.status === 404))
      await copies.forget(id);
  } catch (failure) {
    console.warn('Offline storage is not available:', failure);
  }
  return null;
}

/**
 * Updates the cached metadata of a document from the notices of the live channel: title, role,
 * archived, deleted.
 */
export function useNotices(id: string, link: Link | undefined): void {
  const store = useQueryClient();
  useEffect(() => {
    const change = (part: Partial<Document>): void => {
      store.setQueryData<Document>(
        keys.document(id),
        (document) => document && { ...document, ...part },
      );
    };
    return link?.onNotice((notice) => {
      switch (notice.kind) {
        case 'renamed':
          store.setQueriesData({ queryKey: keys.documents }, (list: unknown) =>
            renamedIn(list, { id, title: notice.title }),
          );
          return change({ title: notice.title });
        case 'role':
          return change(
            role.safeParse(notice.role).success ? { role: role.parse(notice.role) } : {},
          );
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
