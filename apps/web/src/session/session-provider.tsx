import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { tabStorage } from '../ui/storage.ts';
import { useToast } from '../ui/toast-provider.tsx';
import { takeToast } from './carry-over.ts';
import { openCopies, type Copies } from '../device/copies/copies.ts';
import { openUnsentDatabase, type UnsentDatabase } from '../device/outbox/database.ts';

/** An open page that may hold text which is neither on the server nor on the device's disk. */
export type OpenPage = { hasUnsent(): boolean; flush(timeout: number): Promise<boolean> };

/** Stores and open pages that all pages of a session share. */
export type SessionResources = {
  /** Unsent changes on this device, of all users who wrote here. */
  readonly unsent: UnsentDatabase;
  /** Offline copies of documents on this device. */
  readonly copies: Copies;
  /** Keys of the local storage that are preserved at sign-in and sign-out. */
  readonly spared: readonly string[];
  /** Open pages with editable text. */
  readonly openPages: Set<OpenPage>;
};

const SessionContext = createContext<SessionResources | null>(null);

/**
 * Opens the device's databases for all pages, and shows the toast that was stored before a reload.
 */
export function SessionProvider({
  spared,
  children,
}: {
  spared: readonly string[];
  children: ReactNode;
}) {
  const unsent = useRef<UnsentDatabase | null>(null);
  const copies = useRef<Copies | null>(null);
  const session = useMemo<SessionResources>(() => {
    unsent.current ??= openUnsentDatabase(() => indexedDB);
    copies.current ??= openCopies(
      () => indexedDB,
      () => Date.now(),
    );
    return { unsent: unsent.current, copies: copies.current, spared, openPages: new Set() };
  }, [spared]);
  const show = useToast();
  useEffect(() => {
    const toast = takeToast(tabStorage);
    if (toast !== null) show(toast);
  }, [show]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Returns the session data shared by all pages.
 *
 * @throws if used outside of {@link SessionProvider}
 */
export function useSession(): SessionResources {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
