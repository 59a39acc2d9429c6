import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';
import type { TextRange } from '../text/text-range.ts';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import { decide, type Verdict } from './decide.ts';
import { currentSuggestions, type ListedSuggestion } from './listed-suggestions.ts';
import { showInText } from './show-in-text.ts';

/** Key bindings for suggestions; `Mod` is Ctrl or ⌘. */
const keys = {
  next: { keys: 'Mod-Alt-J', code: 'KeyJ', name: t`Next suggestion` },
  previous: { keys: 'Mod-Alt-K', code: 'KeyK', name: t`Previous suggestion` },
  accept: { keys: 'Mod-Alt-A', code: 'KeyA', name: t`Accept the suggestion at the cursor` },
  reject: { keys: 'Mod-Alt-R', code: 'KeyR', name: t`Reject the suggestion at the cursor` },
} as const;
type Act = keyof typeof keys;

type Options = {
  editor: Editor;
  suggestions: readonly ListedSuggestion[];
  activeId: string | null;
  mayDecide: boolean;
};

/** Registers keys and palette commands to navigate between suggestions and to decide about them. */
export function useSuggestionKeys({ editor, suggestions, activeId, mayDecide }: Options): void {
  const isPossible = (act: Act): boolean =>
    act === 'next' || act === 'previous' ? suggestions.length > 0 : mayDecide && activeId !== null;
  const perform = (act: Act): void => {
    if (act === 'next' || act === 'previous') {
      const there = neighbour(editor, act);
      if (there) showInText(editor, there);
    } else decideOne(act);
  };
  const decideOne = (verdict: Verdict): void =>
    decide(editor, verdict, activeId === null ? [] : [activeId]);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      // With AltGr the same keys type characters.
      if (
        !event.altKey ||
        event.shiftKey ||
        event.ctrlKey === event.metaKey ||
        event.getModifierState('AltGraph')
      )
        return;
      const act = (Object.keys(keys) as Act[]).find((each) => keys[each].code === event.code);
      if (act === undefined || !isPossible(act)) return;
      event.preventDefault();
      event.stopPropagation();
      perform(act);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  });
  const acts = Object.keys(keys) as Act[];
  useCommands(
    acts.filter(isPossible).map((act) => ({
      id: `suggestion-${act}`,
      group: t`This document`,
      ...keys[act],
      run: () => perform(act),
    })),
    acts
      .filter((act) => !isPossible(act))
      .map((act) => ({ group: t`Suggestions`, name: keys[act].name, keys: keys[act].keys })),
  );
}

/** Returns the next or previous suggestion relative to the caret; wraps around at the ends. */
function neighbour(editor: Editor, act: 'next' | 'previous'): TextRange | undefined {
  const suggestions = [...currentSuggestions(editor).values()];
  const { head } = editor.state.selection;
  if (act === 'next') return suggestions.find(({ from }) => from > head) ?? suggestions[0];
  return suggestions.findLast(({ from }) => from < head) ?? suggestions.at(-1);
}
