import type { Document } from '@longhand/contract';
import type { Link } from '@longhand/sync/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as Y from 'yjs';
import { keys } from '../../api/keys.ts';

/** Debounce (ms): typing causes a single request. */
const quietFor = 1_500;

/**
 * Refetches an approved document after an edit is saved, so that its status says that it was edited
 * since the approval.
 */
export function useApprovalCheck(
  { id, status, isEditedSinceApproval }: Document,
  doc: Y.Doc,
  link: Link,
): void {
  const store = useQueryClient();
  const mayChange = status === 'approved' && !isEditedSinceApproval;
  useEffect(() => {
    if (!mayChange) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // The edits may be waiting for a connection.
        if (link.state.saved.kind !== 'saved') check();
        else void store.invalidateQueries({ queryKey: keys.document(id), exact: true });
      }, quietFor);
    };
    doc.on('update', check);
    return () => {
      clearTimeout(timer);
      doc.off('update', check);
    };
  }, [id, mayChange, doc, link, store]);
}
