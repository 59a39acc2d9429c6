import { suggestAgain, textOfDoc, unsentWords } from '@longhand/document';
import type { Link } from '@longhand/sync';
import type * as Y from 'yjs';
import { keptWords } from '../../session/unsent/keptWords.ts';
import { putAgain } from '../../session/unsent/putAgain.ts';
import { newId } from './suggesting/newId.ts';

/**
 * What a page took back, because the server would not have it: the server's reason, and words that came while it did. `isAgain`: the words of what was
 * refused are in the text again.
 */
export type TakenBack = { readonly reason: string; readonly words: string; readonly isAgain: boolean };

/** How often what came meanwhile is put into the text too. */
const rounds = 4;

/**
 * Takes a change back that is no suggestion where it arrives, because somebody else was writing there at the same moment: one that holds no words
 * (something deleted, formatted, undone) is thrown away, and `opened` is called to open the text anew. One that holds words is suggested again: they
 * were written into a suggestion about which somebody decided meanwhile. What is refused once more is thrown away too, after its words were put where
 * they stood, as a suggestion; where not even that is taken, it is left to the person. Answers a function that ends it.
 */
export function takeBackRefused(
  { documentId, userId, link, doc }: { documentId: string; userId: string; link: Link; doc: Y.Doc },
  opened: (takenBack: TakenBack) => void,
): () => void {
  let isBusy = false;
  // How often the same was to be mended.
  let tries = 0;
  const throwAway = async (reason: string, isAgain: boolean, meanwhile: readonly Uint8Array[]): Promise<void> => {
    await link.discard();
    opened({ reason, words: keptWords(meanwhile), isAgain });
  };
  const startOver = async (reason: string): Promise<void> => {
    isBusy = true;
    let updates = link.unsent();
    const meanwhile: Uint8Array[] = [];
    const listen = (update: Uint8Array): void => void meanwhile.push(update);
    doc.on('update', listen);
    // What is written while this is done is done as well.
    for (let round = 0; round < rounds && keptWords(updates) !== ''; round += 1) {
      const words = unsentWords(textOfDoc(doc), updates);
      if (!(await putAgain({ documentId, userId, words, newId }))) {
        doc.off('update', listen);
        isBusy = false;
        return;
      }
      updates = meanwhile.splice(0);
    }
    meanwhile.unshift(...updates);
    await throwAway(reason, true, meanwhile);
  };
  const stopListening = link.onChange(({ saved }) => {
    if (saved.kind === 'saved') tries = 0;
  });
  const stopHearing = link.onNotice((notice) => {
    if (notice.kind !== 'refused' || notice.reason !== 'not_a_suggestion' || isBusy) return;
    const { detail } = notice;
    if (keptWords(link.unsent()) !== '') {
      tries += 1;
      if (tries > 2) return void startOver(detail);
      const ink = { id: newId(), author: userId, at: Date.now(), by: null };
      link.mend(() => {
        const isMended = suggestAgain(textOfDoc(doc), link.unsent(), ink);
        // It was sent as one already.
        if (!isMended && tries > 1) queueMicrotask(() => void startOver(detail));
        return isMended;
      });
      return;
    }
    isBusy = true;
    // Nobody's keys wait for the device: what is written meanwhile is given back as a copy.
    const meanwhile: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => meanwhile.push(update));
    void throwAway(detail, false, meanwhile);
  });
  return () => {
    stopListening();
    stopHearing();
  };
}
