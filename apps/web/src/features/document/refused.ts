import type { Link } from '@longhand/sync';
import type * as Y from 'yjs';
import { keptWords } from '../../session/unsent/keptWords.ts';

/** A change that was undone because the server would not take it: why, and the words of it. */
export type TakenBack = { readonly reason: string; readonly words: string };

/**
 * Undoes a change that the server does not take as a suggestion: keeps its words, and what is written meanwhile, throws it away and calls
 * `opened` to open the text anew. Answers a function that ends it.
 */
export function takeBackRefused({ link, doc }: { link: Link; doc: Y.Doc }, opened: (takenBack: TakenBack) => void): () => void {
  let isBusy = false;
  return link.onChange(({ pending, refused }) => {
    if (pending !== 'refused' || refused?.reason !== 'not_a_suggestion' || isBusy) return;
    isBusy = true;
    const written = link.unsent();
    // Nobody's keys wait for the device.
    doc.on('update', (update: Uint8Array) => void written.push(update));
    void link.discard().then(() => opened({ reason: refused.detail, words: keptWords(written) }));
  });
}
