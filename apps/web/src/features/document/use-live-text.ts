import type { Link } from '@longhand/sync/client';
import { newClient } from '@longhand/text';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { useSession, type OpenPage } from '../../session/session-provider.tsx';
import type { UnsentDatabase } from '../../device/outbox/database.ts';
import { openLiveLink } from '../../device/outbox/live-link.ts';
import type { Copies } from '../../device/copies/copies.ts';
import { outboxOf } from '../../device/outbox/outbox.ts';
import { sameState, stateOf, type LiveState } from './live-state.ts';
import { revertRefused, type RevertedChange } from './revert-refused.ts';

/** A document's shared text while a page shows it. */
export type LiveText = {
  readonly doc: Y.Doc;
  /** Even client id under which this page writes edits. */
  readonly client: number;
  readonly awareness: Awareness;
  readonly link: Link;
  readonly state: LiveState;
  /**
   * Discards what the server refused and reopens the text from the server. Only at the user's
   * request.
   */
  startAnew(): Promise<void>;
  /** The last change that was undone, until the user dismisses it. */
  readonly revertedChange: RevertedChange | null;
  dismissRevertedChange(): void;
};

/** The text with its connection. */
type Connected = Pick<LiveText, 'doc' | 'client' | 'awareness' | 'link'>;

/**
 * Connects a document's text to the server while the page is open, and stores it among `copies`.
 * Returns null until the first render is complete.
 */
export function useLiveText(
  documentId: string,
  userId: string,
  copies: Copies | null,
): LiveText | null {
  const { unsent, openPages } = useSession();
  const [connected, setConnected] = useState<Connected | null>(null);
  const [state, setState] = useState<LiveState | null>(null);
  const [generation, setGeneration] = useState(0);
  const [revertedChange, setRevertedChange] = useState<RevertedChange | null>(null);

  useEffect(() => {
    const opened = connect(documentId, userId, unsent, copies);
    const { doc, awareness, link } = opened;
    const stopListening = link.onChange((now) =>
      setState((before) => sameState(before, stateOf(now))),
    );
    const stopReverting = revertRefused({ link, doc }, (reverted) => {
      // Synchronously: a character typed before the text is reopened would be in neither of the
      // two.
      flushSync(() => {
        setRevertedChange(reverted);
        setGeneration((before) => before + 1);
      });
    });
    const stopFollowing = followPage(link, openPages);
    setConnected(opened);
    setState(stateOf(link.state));
    return () => {
      stopFollowing();
      stopListening();
      stopReverting();
      link.close();
      awareness.destroy();
      doc.destroy();
      setConnected(null);
    };
  }, [documentId, userId, unsent, copies, openPages, generation]);

  const link = connected?.link;
  const startAnew = useCallback(async () => {
    await link?.discard();
    setGeneration((before) => before + 1);
  }, [link]);

  const dismissRevertedChange = useCallback(() => setRevertedChange(null), []);
  if (connected === null || state === null) return null;
  return {
    ...connected,
    state,
    startAnew,
    revertedChange,
    dismissRevertedChange,
  };
}

/**
 * Time within which acknowledged updates are removed from the device (ms), together with the next
 * typed character if there is one.
 */
const removeWithin = 500;

/** Creates an empty text, and opens its connection to the server and to this device. */
function connect(
  documentId: string,
  userId: string,
  unsent: UnsentDatabase,
  copies: Copies | null,
): Connected {
  const doc = new Y.Doc();
  const client = newClient();
  doc.clientID = client;
  const awareness = new Awareness(doc);
  // If storage is full, the outbox takes precedence over offline copies, which the server also has.
  const makeRoom = async (): Promise<void> => copies?.clear();
  const outbox = outboxOf(unsent, userId, documentId, { makeRoom, removeWithin });
  const link = openLiveLink({
    documentId,
    userId,
    doc,
    awareness,
    outbox,
    copies: copies && copies.textOf(userId, documentId),
    isShown: true,
  });
  return { doc, client, awareness, link };
}

/**
 * Makes a link react to the network and to leaving the page, and registers it among the open pages.
 * Returns a function that reverts this.
 */
function followPage(link: Link, openPages: Set<OpenPage>): () => void {
  const page = {
    hasUnsent: () => link.pendingUpdates().length > 0,
    flush: (timeout: number) => link.flush(timeout),
  };
  const retry = (): void => link.retry();
  const drop = (): void => link.drop();
  const keep = (): void => {
    if (document.visibilityState === 'hidden') link.keep();
  };
  openPages.add(page);
  window.addEventListener('online', retry);
  window.addEventListener('offline', drop);
  document.addEventListener('visibilitychange', keep);
  return () => {
    window.removeEventListener('online', retry);
    window.removeEventListener('offline', drop);
    document.removeEventListener('visibilitychange', keep);
    openPages.delete(page);
  };
}
