import type { Document } from '@longhand/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as Y from 'yjs';
import { keys } from '../../api/keys.ts';

/** Debounce (ms): the server has the edit by then, and typing causes a single request. */
const quietFor = 1_500;

/**
 * Refetches an approved document after an edit, so that its status says that it was edited since
 * the approval.
 */
export function useApprovalCheck(
  { id, status, isEditedSinceApproval }: Document,
  doc: Y.Doc,
): void {
  const store = useQueryClient();
  const mayChange = status === 'approved' && !isEditedSinceApproval;
  useEffect(() => {
    if (!mayChange) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = (): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => void store.invalidateQueries({ queryKey: keys.document(id), exact: true }),
        quietFor,
      );
    };
    doc.on('update', check);
    return () => {
      clearTimeout(timer);
      doc.off('update', check);
    };
  }, [id, mayChange, doc, store]);
}
