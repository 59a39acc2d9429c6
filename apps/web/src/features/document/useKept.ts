import type { Document } from '@longhand/contract';
import { useEffect } from 'react';
import type { Copies } from '../../session/copies/copies.ts';
import { keepPages } from '../../ui/useServiceWorker.ts';

/** Milliseconds after which somebody stays with a document: only then are the pages fetched, which compete with its opening. */
const keepAfter = 4_000;

/**
 * Keeps an open document on this device, so that it opens without a connection: what is known of it, and, once its text has arrived, the pages
 * it is shown in. A device that cannot store goes without.
 */
export function useKept(document: Document, userId: string, copies: Copies | null, isSynced: boolean): void {
  useEffect(() => {
    copies?.keep(userId, document).catch((error: unknown) => console.warn('Nothing can be kept on this device:', error));
  }, [copies, userId, document]);
  const isKeeping = copies !== null && isSynced;
  useEffect(() => {
    if (!isKeeping) return;
    const timer = setTimeout(keepPages, keepAfter);
    return () => clearTimeout(timer);
  }, [isKeeping]);
}
