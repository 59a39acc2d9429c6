import { countWords } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { afterQuiet } from '../../ui/inText/afterQuiet.ts';
import { linesOf } from '../../ui/inText/lines.ts';

/** Milliseconds of quiet before a text is counted anew. */
const quiet = 300;

/** What there is to count in a text. Characters are those that people see, with and without spaces. */
export type Figures = { readonly words: number; readonly characters: number; readonly withoutSpaces: number };

/** What may stand for one character together with others: marks, joiners, what needs two units. Looking for them costs a long text a minute part of taking it apart. */
const composed = /[\p{M}\u200d\u1100-\u11ff\r\u{10000}-\u{10ffff}]/u;

/** Counts a text. */
export function figuresOf(text: string): Figures {
  if (!composed.test(text)) {
    const lines = text.match(/\n/g)?.length ?? 0;
    const spaces = text.match(/[^\S\n]/gu)?.length ?? 0;
    return { words: countWords(text), characters: text.length - lines, withoutSpaces: text.length - lines - spaces };
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

/** The figures of an open text, and of what is selected in it (null for nothing), counted when typing pauses. */
export function useFiguresOf(editor: Editor, doc: Y.Doc): { whole: Figures | null; selected: Figures | null } {
  const [whole, setWhole] = useState<Figures | null>(null);
  const [selected, setSelected] = useState<Figures | null>(null);
  useEffect(
    () =>
      afterQuiet(doc, quiet, () => {
        if (!editor.isDestroyed) setWhole(figuresOf(linesOf(editor.state.doc).join('\n')));
      }),
    [editor, doc],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      if (editor.isDestroyed) return;
      const { selection, doc: shown } = editor.state;
      setSelected(selection.empty ? null : figuresOf(shown.textBetween(selection.from, selection.to, '\n', '\n')));
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
