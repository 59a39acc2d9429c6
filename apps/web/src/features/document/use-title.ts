import type { Document } from '@longhand/contract';
import type { SavedMark } from '@longhand/sync/client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { storeRow } from '../../api/document-rows.ts';
import { keys } from '../../api/keys.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { useSession } from '../../session/session-provider.tsx';
import { titleOutboxOf } from '../../device/outbox/titles.ts';
import { sendTitle } from './send-title.ts';
import { createTitleSender } from './title-sender.ts';

/** A document's title while it is edited: its displayed value and its saved mark. */
export type Title = {
  readonly value: string;
  readonly mark: SavedMark;
  type(title: string): void;
  /** Restores the title that the server has. Only at the user's request. */
  discard(): Promise<void>;
};

/**
 * The title is not part of the shared text: it has its own outbox and requests. The last write
 * wins.
 */
export function useTitle(document: Document, userId: string): Title {
  const call = useCall();
  const store = useQueryClient();
  const { unsent, openPages } = useSession();
  const { id } = document;
  const [typed, setTyped] = useState<string | null>(null);
  const [mark, setMark] = useState<SavedMark>({ kind: 'saving' });

  const sender = useMemo(
    () =>
      createTitleSender({
        outbox: titleOutboxOf(unsent, userId, id),
        send: (title) => sendTitle(call, { id, userId }, title, (saved) => remember(store, saved)),
        after(milliseconds, next) {
          const timer = setTimeout(next, milliseconds);
          return () => clearTimeout(timer);
        },
        onMark(next) {
          setMark(next);
          // Show remote titles as soon as no local change is pending. Not in an effect: it runs
          // late, and would remove a character typed in between.
          if (next.kind === 'saved') setTyped(null);
        },
      }),
    [unsent, userId, id, call, store],
  );

  useEffect(() => {
    const page = { hasUnsent: () => sender.hasUnsent(), flush: () => sender.flush() };
    openPages.add(page);
    void sender.resume().then((left) => left !== null && setTyped(left));
    return () => {
      openPages.delete(page);
      sender.close();
    };
  }, [sender, openPages]);

  return {
    value: typed ?? document.title,
    mark,
    type(title) {
      setTyped(title);
      sender.type(title);
    },
    discard: () => sender.discard(),
  };
}

/** Updates the cache after a rename: the document, and its row in every list. */
function remember(store: QueryClient, document: Document): void {
  storeAnswer(store, keys.document(document.id), document);
  storeRow(store, document);
}
