import type { Document } from '@longhand/contract';
import { useEffect } from 'react';
import type { Copies } from '../../device/copies/copies.ts';
import { keepPages } from '../../ui/use-service-worker.ts';

/**
 * Time after which the user is assumed to stay with a document (ms). Page assets are fetched only
 * then, because they compete with opening it.
 */
const keepAfter = 4_000;

/**
 * Stores an open document on this device, so that it opens offline: its metadata, and, once its
 * text has arrived, the assets of its pages. Storage errors are ignored.
 */
export function useOfflineCopy(
  document: Document,
  userId: string,
  copies: Copies | null,
  isSynced: boolean,
): void {
  useEffect(() => {
    copies
      ?.keep(userId, document)
      .catch((error: unknown) => console.warn('Offline storage is not available:', error));
  }, [copies, userId, document]);
  const isKeeping = copies !== null && isSynced;
  useEffect(() => {
    if (!isKeeping) return;
    const timer = setTimeout(keepPages, keepAfter);
    return () => clearTimeout(timer);
  }, [isKeeping]);
}
