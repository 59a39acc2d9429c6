import { suggestAgain, textOfDoc } from '@longhand/document';
import type { Link } from '@longhand/sync';
import type * as Y from 'yjs';
import { keptWords } from '../../session/unsent/keptWords.ts';
import { newId } from './suggesting/newId.ts';

/** What a page took back, because the server would not have it: the server's reason, and words that came while it did. */
export type TakenBack = { readonly reason: string; readonly words: string };

/**
 * Takes a change back that is no suggestion where it arrives, because somebody else was writing there at the same moment: one that holds no words
 * (something deleted, formatted, undone) is thrown away, and `opened` is called to open the text anew. One that holds words is suggested again: they
 * were written into a suggestion about which somebody decided meanwhile. What is refused once more is left to the person. Answers a function that
 * ends it.
 */
export function takeBackRefused(link: Link, doc: Y.Doc, userId: string, opened: (takenBack: TakenBack) => void): () => void {
  let isBusy = false;
  return link.onNotice((notice) => {
    if (notice.kind !== 'refused' || notice.reason !== 'not_a_suggestion') return;
    if (isBusy) return;
    if (keptWords(link.unsent()) !== '') {
      const ink = { id: newId(), author: userId, at: Date.now(), by: null };
      link.mend(() => suggestAgain(textOfDoc(doc), link.unsent(), ink));
      return;
    }
    isBusy = true;
    // Nobody's keys wait for the device: what is written meanwhile is given back as a copy.
    const meanwhile: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => meanwhile.push(update));
    void link.discard().then(() => opened({ reason: notice.detail, words: keptWords(meanwhile) }));
  });
}
