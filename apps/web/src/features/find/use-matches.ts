import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { afterChanges } from '../../editor/text/after-changes.ts';
import { scrollToPassage } from '../../editor/text/show-passage.ts';
import { matchLayer } from './match-layer.ts';
import { matchesOf, nearest, patternOf, type Match, type Query } from './matches.ts';

/**
 * Debounce of the search after a change (ms); until then, matches are mapped through the changes.
 */
const pace = { quiet: 150, latest: 1_000 };

const none: readonly Match[] = [];

/**
 * Search results. `active`: index of the active match, -1 for none. `problem`: error in the
 * pattern.
 */
export type Matches = {
  readonly matches: readonly Match[];
  readonly active: number;
  readonly problem: string | null;
  /** Activates the next or previous match. */
  go(way: 'next' | 'previous'): void;
  /** Searches the current text. Returns the matches, and the index of the active one. */
  now(): { matches: readonly Match[]; active: number };
};

/** Searches an open text, again when the text or the query changes, and highlights the matches. */
export function useMatches(editor: Editor, query: Query): Matches {
  const { text, isCase, isWhole, isPattern } = query;
  const pattern = useMemo(
    () => patternOf({ text, isCase, isWhole, isPattern }),
    [text, isCase, isWhole, isPattern],
  );
  const [matches, setMatches] = useState(none);
  const [at, setAt] = useState(() => editor.state.selection.from);
  const look = useCallback(
    () =>
      pattern instanceof RegExp && !editor.isDestroyed
        ? matchesOf(editor.state.doc, pattern)
        : none,
    [editor, pattern],
  );
  useEffect(() => matchLayer.add(editor), [editor]);
  useEffect(() => {
    return afterChanges(editor, pace, () => setMatches(look()));
  }, [editor, look]);
  const active = nearest(matches, at, 'next');
  useEffect(() => {
    // Rendering beside composed text would end its composition.
    if (editor.isDestroyed || editor.view.composing) return;
    matchLayer.change(editor, { matches, active });
  }, [editor, matches, active]);

  // While the query is being typed, scroll to the first match.
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
    const there =
      fresh.matches[nearest(fresh.matches, way === 'next' ? here.from + 1 : here.from, way)] ??
      here;
    setMatches(fresh.matches);
    setAt(there.from);
    editor.view.dispatch(
      editor.state.tr.setSelection(TextSelection.create(editor.state.doc, there.from, there.to)),
    );
    scrollToPassage(editor, there);
  }
  return { matches, active, problem: typeof pattern === 'string' ? pattern : null, go, now };
}
