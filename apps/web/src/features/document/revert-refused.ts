import type { Link } from '@longhand/sync/client';
import type * as Y from 'yjs';
import { extractText } from '../../device/outbox/extract-text.ts';
import { notSavedReason } from './not-saved-reason.ts';

/** A change that was undone because the server refused it: the reason, and its text. */
export type RevertedChange = { readonly reason: string; readonly text: string };

/**
 * Discards a change that the server does not accept as a suggestion. Preserves its text and what is
 * typed meanwhile, then calls `opened` to reopen the text. Returns a function that stops it.
 */
export function revertRefused(
  { link, doc }: { link: Link; doc: Y.Doc },
  opened: (revertedChange: RevertedChange) => void,
): () => void {
  return link.onChange(({ pending, refused }) => {
    if (pending !== 'refused' || refused?.reason !== 'not_a_suggestion') return;
    const written = link.pendingUpdates();
    // Collect what the user types while the outbox is being discarded.
    doc.on('update', (update: Uint8Array) => void written.push(update));
    // At once, the changes are `discarded` and no longer `refused`: this is called only once.
    const reason = notSavedReason({ code: refused.reason, reason: refused.detail });
    void link.discard().then(() => opened({ reason, text: extractText(written) }));
  });
}
