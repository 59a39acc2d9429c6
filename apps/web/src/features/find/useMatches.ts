import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { afterChanges } from '../../ui/inText/afterChanges.ts';
import { scrollToPassage } from '../../ui/inText/showPassage.ts';
import { addMarks, mark } from './marked.ts';
import { matchesOf, nearest, patternOf, type Match, type Query } from './matches.ts';

/** The pace at which a changed text is searched again; until then, matches move with the text. */
const pace = { quiet: 150, latest: 1_000 };

const none: readonly Match[] = [];

/** Results. `active`: the index of the match that is looked at, -1 for none. `problem`: what is wrong with the pattern. */
export type Matches = {
  readonly matches: readonly Match[];
  readonly active: number;
  readonly problem: string | null;
  /** Goes to the next match or the one before. */
  go(way: 'next' | 'previous'): void;
  /** The matches of the text as it is at this moment, and the one that is looked at among them. */
  now(): { matches: readonly Match[]; active: number };
};

/** Looks for a query in an open text, again whenever one of the two changes, and sets off what is found. */
export function useMatches(editor: Editor, query: Query): Matches {
  const { text, isCase, isWhole, isPattern } = query;
  const pattern = useMemo(() => patternOf({ text, isCase, isWhole, isPattern }), [text, isCase, isWhole, isPattern]);
  const [matches, setMatches] = useState(none);
  const [at, setAt] = useState(() => editor.state.selection.from);
  const look = useCallback(
    () => (pattern instanceof RegExp && !editor.isDestroyed ? matchesOf(editor.state.doc, pattern) : none),
    [editor, pattern],
  );
  useEffect(() => addMarks(editor), [editor]);
  useEffect(() => {
    return afterChanges(editor, pace, () => setMatches(look()));
  }, [editor, look]);
  const active = nearest(matches, at, 'next');
  useEffect(() => {
    // To draw beside letters that are being composed would end their composition.
    if (editor.isDestroyed || editor.view.composing) return;
    mark(editor, { matches, active });
  }, [editor, matches, active]);

  // What is looked for while one types it is shown as it is found.
  const shown = useRef<RegExp | null>(null);
  useEffect(() => {
    const there = matches[active];
    if (!(pattern instanceof RegExp) || pattern === shown.current || there === undefined) return;
    shown.current = pattern;
    scrollToPassage(editor, there);
  }, [editor, pattern, matches, active]);

  function now(): { matches: readonly Match[]; active: number } {
    const fresh = look();
    return { matches: fresh, active: nearest(fresh, at, 'next') };
  }
  function go(way: 'next' | 'previous'): void {
    const fresh = now();
    const here = fresh.matches[fresh.active];
    if (here === undefined) return;
    const there = fresh.matches[nearest(fresh.matches, way === 'next' ? here.from + 1 : here.from, way)] ?? here;
    setMatches(fresh.matches);
    setAt(there.from);
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, there.from, there.to)));
    scrollToPassage(editor, there);
  }
  return { matches, active, problem: typeof pattern === 'string' ? pattern : null, go, now };
}
