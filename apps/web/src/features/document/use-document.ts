import type { Document } from '@longhand/contract';
import type { Link } from '@longhand/sync/client';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fetchDocument } from '../../api/document-rows.ts';
import { ApiFailure, isUnreachable } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { Copies } from '../../device/copies/copies.ts';
import { useSession } from '../../session/session-provider.tsx';

/** Fetches the metadata of a document; if the server is unreachable, returns the offline copy. */
export function useDocument(id: string): UseQueryResult<Document> {
  const call = useCall();
  const store = useQueryClient();
  const { copies } = useSession();
  return useQuery({
    queryKey: keys.document(id),
    async queryFn({ signal }) {
      try {
        return await fetchDocument({ call, store }, id, signal);
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

/** Fetches the metadata of a document again when the live channel reports another role. */
export function useRoleNotices(id: string, link: Link | undefined): void {
  const store = useQueryClient();
  useEffect(
    () =>
      link?.onNotice((notice) => {
        if (notice.kind !== 'role') return;
        const known = store.getQueryData<Document>(keys.document(id));
        if (known?.role !== notice.role)
          void store.invalidateQueries({ queryKey: keys.document(id), exact: true });
      }),
    [id, link, store],
  );
}
