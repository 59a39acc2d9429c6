import { role, type Role } from '@longhand/contract';
import type { Link, LinkState } from '@longhand/sync';
import { useCallback, useEffect, useState } from 'react';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { useSession } from '../../session/SessionProvider.tsx';
import { openLiveLink } from '../../session/unsent/liveLink.ts';
import { outboxOf } from '../../session/unsent/outbox.ts';

/** A document's shared text while a page shows it. */
export type LiveText = {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly link: Link;
  readonly state: LinkState;
  /** The person's role as the server last said it over this link, or null. */
  readonly role: Role | null;
  /** Throws away what the server would not take and opens the text anew as the server has it. At the person's word only. */
  startAnew(): Promise<void>;
};

/** Ties a document's text to the server for as long as the page is open. Null until the page has been drawn once. */
export function useLiveText(documentId: string, userId: string): LiveText | null {
  const { unsent, openPages } = useSession();
  const [parts, setParts] = useState<Pick<LiveText, 'doc' | 'awareness' | 'link'> | null>(null);
  const [state, setState] = useState<LinkState | null>(null);
  const [generation, setGeneration] = useState(0);

  useEffect(() => {
    const doc = new Y.Doc();
    const awareness = new Awareness(doc);
    const link = openLiveLink({ documentId, userId, doc, awareness, outbox: outboxOf(unsent, userId, documentId) });
    const page = { hasUnsent: () => link.unsent().length > 0, flush: (timeout: number) => link.flush(timeout) };
    const retry = (): void => link.retry();
    const drop = (): void => link.drop();
    const stopListening = link.onChange(setState);
    openPages.add(page);
    window.addEventListener('online', retry);
    window.addEventListener('offline', drop);
    setParts({ doc, awareness, link });
    setState(link.state);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('offline', drop);
      openPages.delete(page);
      stopListening();
      link.close();
      awareness.destroy();
      doc.destroy();
      setParts(null);
    };
  }, [documentId, userId, unsent, openPages, generation]);

  const link = parts?.link;
  const startAnew = useCallback(async () => {
    await link?.discard();
    setGeneration((before) => before + 1);
  }, [link]);

  if (parts === null || state === null) return null;
  return { ...parts, state, role: role.safeParse(state.role).data ?? null, startAnew };
}
