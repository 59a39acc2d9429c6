import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { tabStorage } from '../ui/storage.ts';
import { useToast } from '../ui/ToastProvider.tsx';
import { takeToast } from './carryOver.ts';
import { openCopies, type Copies } from './copies/copies.ts';
import { openUnsentDatabase, type UnsentDatabase } from './unsent/database.ts';

/** An open page that may hold words which are neither on the server nor on the device's disk. */
export type OpenPage = { hasUnsent(): boolean; flush(timeout: number): Promise<boolean> };

/** What pages share about the person at this browser. */
export type Session = {
  /** What this device keeps of unsent words, of everyone who wrote here. */
  readonly unsent: UnsentDatabase;
  /** What this device keeps of documents for opening them without a connection. */
  readonly copies: Copies;
  /** Entries of the local storage that signing in and out leaves alone. */
  readonly spared: readonly string[];
  /** The open pages with text in them. */
  readonly openPages: Set<OpenPage>;
};

const SessionContext = createContext<Session | null>(null);

/** Holds the device's store of unsent words for all pages, and shows the toast that a reload would have cut off. */
export function SessionProvider({ spared, children }: { spared: readonly string[]; children: ReactNode }) {
  const unsent = useRef<UnsentDatabase | null>(null);
  const copies = useRef<Copies | null>(null);
  const session = useMemo<Session>(() => {
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

/** What pages share about the person at this browser. Only below {@link SessionProvider}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
