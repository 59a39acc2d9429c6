import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useCommands } from '../../ui/commands/commands-provider.tsx';

/** Key binding that starts a comment; `Mod` is Ctrl or ⌘. */
export const newCommentKeys = 'Mod-Alt-M';

/** Key bindings for comments. */
const acts = {
  begin: { keys: newCommentKeys, code: 'KeyM', name: t`Comment on the selection` },
  next: { keys: 'Mod-Alt-N', code: 'KeyN', name: t`Next comment` },
  previous: { keys: 'Mod-Alt-P', code: 'KeyP', name: t`Previous comment` },
} as const;
type Act = keyof typeof acts;
const all = Object.keys(acts) as Act[];

type Options = {
  mayComment: boolean;
  hasPassages: boolean;
  begin: () => void;
  go: (way: 'next' | 'previous') => void;
};

/** Registers keys and palette commands to start a comment and to navigate between comments. */
export function useCommentKeys({ mayComment, hasPassages, begin, go }: Options): void {
  const isPossible = (act: Act): boolean => (act === 'begin' ? mayComment : hasPassages);
  const perform = (act: Act): void => (act === 'begin' ? begin() : go(act));
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      // Compares key codes: with Alt, the key's character may be different. AltGr types a
      // character, although it reports Ctrl and Alt.
      if (
        !event.altKey ||
        event.shiftKey ||
        event.ctrlKey === event.metaKey ||
        event.getModifierState('AltGraph')
      )
        return;
      const act = all.find((each) => acts[each].code === event.code);
      if (act === undefined || !isPossible(act)) return;
      event.preventDefault();
      event.stopPropagation();
      perform(act);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  });
  useCommands(
    all.filter(isPossible).map((act) => ({
      id: `comment-${act}`,
      group: t`This document`,
      ...acts[act],
      run: () => perform(act),
    })),
    all
      .filter((act) => !isPossible(act))
      .map((act) => ({ group: t`Comments`, name: acts[act].name, keys: acts[act].keys })),
  );
}
