import { useEffect } from 'react';
import { useCommands } from '../../ui/commands/CommandsProvider.tsx';

/** The key that begins a comment; `Mod` is Ctrl or ⌘. */
export const newCommentKeys = 'Mod-Alt-M';

/** What is done with comments by keys. */
const acts = {
  begin: { keys: newCommentKeys, code: 'KeyM', name: 'Comment on the selection' },
  next: { keys: 'Mod-Alt-N', code: 'KeyN', name: 'Next comment' },
  previous: { keys: 'Mod-Alt-P', code: 'KeyP', name: 'Previous comment' },
} as const;
type Act = keyof typeof acts;
const all = Object.keys(acts) as Act[];

type Options = { mayComment: boolean; hasPassages: boolean; begin: () => void; go: (way: 'next' | 'previous') => void };

/** Begins a comment and goes from comment to comment, by keys and in the palette. */
export function useCommentKeys({ mayComment, hasPassages, begin, go }: Options): void {
  const isPossible = (act: Act): boolean => (act === 'begin' ? mayComment : hasPassages);
  const perform = (act: Act): void => (act === 'begin' ? begin() : go(act));
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      // By the place of the key: with Alt its letter may be another one. AltGr is a letter, though it says Ctrl and Alt.
      if (!event.altKey || event.shiftKey || event.ctrlKey === event.metaKey || event.getModifierState('AltGraph')) return;
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
    all
      .filter(isPossible)
      .map((act) => ({ id: `comment-${act}`, group: 'This document', ...acts[act], run: () => perform(act) })),
    all.filter((act) => !isPossible(act)).map((act) => ({ group: 'Comments', name: acts[act].name, keys: acts[act].keys })),
  );
}
