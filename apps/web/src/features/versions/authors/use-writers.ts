import { attributeRuns } from '@longhand/document';
import { runsOf } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { afterChanges } from '../../../editor/text/after-changes.ts';
import { replicaOf } from '../../../editor/text/bound-text.ts';
import { useRecorded } from './use-recorded.ts';
import { passagesOf, sharesOf, type AuthoredRange, type Share } from './writers.ts';

/** Debounce of computing the authors after a change (ms). */
const pace = { quiet: 300, latest: 1_500 };

/** Time between requests for text with an unknown author (ms). */
const askingPace = 2_000;

/**
 * Maximum number of requests for the same text: offline edits may take long to arrive, and some
 * never do.
 */
const asksMax = 4;

/** Authorship of an open text, updated as it changes. */
export type Writers = {
  readonly passages: readonly AuthoredRange[];
  readonly shares: readonly Share[];
};

const noWriters: Writers = { passages: [], shares: [] };

/**
 * Returns {@link Writers}. Requests and computes nothing until it is wanted. `isKnown`: the server
 * has responded.
 */
export function useWriters(
  editor: Editor,
  documentId: string,
  isWanted: boolean,
): Writers & { readonly isKnown: boolean; readonly error: Error | null } {
  const { recorded, error, askAgain } = useRecorded(documentId, isWanted);
  const [writers, setWriters] = useState(noWriters);
  const known = isWanted ? recorded?.known : undefined;
  const asks = useRef({ count: 0, about: 0 });
  useEffect(() => {
    if (known === undefined) return;
    let asking: ReturnType<typeof setTimeout> | null = null;
    const look = (): boolean | void => {
      const replica = replicaOf(editor);
      if (replica === null) return;
      // Rendering beside composed text would end its composition.
      if (editor.view.composing) return false;
      const runs = attributeRuns(runsOf(replica.rendering, replica.reading), known);
      setWriters({ passages: passagesOf(runs), shares: sharesOf(runs) });
      const unknown = runs.reduce(
        (sum, { by, from, to }) => (by === null ? sum + to - from : sum),
        0,
      );
      if (unknown !== asks.current.about) asks.current = { count: 0, about: unknown };
      if (unknown === 0 || asking !== null || asks.current.count >= asksMax) return;
      asks.current.count += 1;
      asking = setTimeout(
        () => {
          asking = null;
          askAgain();
        },
        askingPace * 2 ** (asks.current.count - 1),
      );
    };
    const stop = afterChanges(editor, pace, look);
    return () => {
      stop();
      if (asking !== null) clearTimeout(asking);
    };
  }, [editor, known, askAgain]);
  return { ...writers, isKnown: known !== undefined, error };
}
