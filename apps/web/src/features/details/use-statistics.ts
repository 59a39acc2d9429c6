import { countWords } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { afterQuiet } from '../../editor/text/after-quiet.ts';
import { linesOf } from '../../editor/text/lines.ts';

/** Debounce of the statistics (ms). */
const quiet = 300;

/** Statistics of a text. Characters are grapheme clusters, with and without spaces. */
export type TextStatistics = {
  readonly words: number;
  readonly characters: number;
  readonly withoutSpaces: number;
};

/**
 * Code points that may be part of a multi-code-unit character: marks, joiners, surrogate pairs. In
 * a long text this check costs a small fraction of the segmentation.
 */
const composed = /[\p{M}\u200d\u1100-\u11ff\r\u{10000}-\u{10ffff}]/u;

/** Computes the statistics of a text. */
export function statisticsOf(text: string): TextStatistics {
  if (!composed.test(text)) {
    const lines = text.match(/\n/g)?.length ?? 0;
    const spaces = text.match(/[^\S\n]/gu)?.length ?? 0;
    return {
      words: countWords(text),
      characters: text.length - lines,
      withoutSpaces: text.length - lines - spaces,
    };
  }
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let [characters, spaces] = [0, 0];
  for (const { segment } of segments.segment(text)) {
    if (segment === '\n') continue;
    characters += 1;
    if (/^\s+$/u.test(segment)) spaces += 1;
  }
  return { words: countWords(text), characters, withoutSpaces: characters - spaces };
}

/**
 * Returns the statistics of an open text, and of its selection (null for none), updated when typing
 * pauses.
 */
export function useStatistics(
  editor: Editor,
  doc: Y.Doc,
): { whole: TextStatistics | null; selected: TextStatistics | null } {
  const [whole, setWhole] = useState<TextStatistics | null>(null);
  const [selected, setSelected] = useState<TextStatistics | null>(null);
  useEffect(
    () =>
      afterQuiet(doc, quiet, () => {
        if (!editor.isDestroyed) setWhole(statisticsOf(linesOf(editor.state.doc).join('\n')));
      }),
    [editor, doc],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      if (editor.isDestroyed) return;
      const { selection, doc: shown } = editor.state;
      setSelected(
        selection.empty
          ? null
          : statisticsOf(linesOf(shown.cut(selection.from, selection.to)).join('\n')),
      );
    };
    const moved = (): void => {
      clearTimeout(timer);
      timer = setTimeout(count, quiet);
    };
    count();
    editor.on('selectionUpdate', moved);
    return () => {
      clearTimeout(timer);
      editor.off('selectionUpdate', moved);
    };
  }, [editor]);
  return { whole, selected };
}
