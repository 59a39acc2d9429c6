import { useEffect, useState, type ReactNode } from 'react';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import type { EditorContext } from '../../ui/editor-context.ts';
import { showPassage } from '../../ui/in-text/show-passage.ts';
import { sinceWhen, tellingOf } from './changes.ts';
import { addChanges, placeOf, showChanges } from './shown.ts';
import { SinceChip } from './since-chip.tsx';
import { useNews } from './use-news.ts';

/** Key bindings for changes; `Mod` is Ctrl or ⌘. */
const keys = {
  next: { keys: 'Mod-Alt-G', code: 'KeyG', name: 'Next change since your last visit' },
  previous: { keys: 'Mod-Alt-H', code: 'KeyH', name: 'Previous change since your last visit' },
} as const;
type Act = keyof typeof keys;
const acts = Object.keys(keys) as Act[];

/**
 * Changes by others since the user's last visit: a chip with a summary and navigation; null for
 * none.
 */
export function useSince({ document, user, editor }: EditorContext): ReactNode {
  const { found, markSeen } = useNews(document.id, user.id, editor);
  const [current, setCurrent] = useState<number | null>(null);
  const changes = found?.changes ?? null;
  useEffect(() => {
    if (changes === null || editor.isDestroyed) return;
    setCurrent(null);
    return addChanges(editor, changes);
  }, [editor, changes]);
  const count = changes?.length ?? 0;
  const go = (act: Act): void => {
    if (count === 0) return;
    const next =
      act === 'next'
        ? (current === null ? 0 : current + 1) % count
        : ((current ?? count) - 1 + count) % count;
    setCurrent(next);
    showChanges(editor, { current: next, isOn: true });
    const place = placeOf(editor, next);
    if (place) showPassage(editor, place);
  };
  useEffect(() => {
    if (count === 0) return;
    const hear = (event: KeyboardEvent): void => {
      // With AltGr the same keys type characters.
      if (
        !event.altKey ||
        event.shiftKey ||
        event.ctrlKey === event.metaKey ||
        event.getModifierState('AltGraph')
      )
        return;
      const act = acts.find((each) => keys[each].code === event.code);
      if (act === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      go(act);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  });
  useCommands(
    count === 0
      ? []
      : [
          ...acts.map((act) => ({
            id: `since-${act}`,
            group: 'This document',
            ...keys[act],
            run: () => go(act),
          })),
          {
            id: 'since-seen',
            group: 'This document',
            name: 'Mark the changes as seen',
            run: markSeen,
          },
        ],
    count === 0
      ? acts.map((act) => ({
          group: 'Since your last visit',
          name: keys[act].name,
          keys: keys[act].keys,
        }))
      : [],
  );
  if (found === null) return null;
  const names = found.news.people.map(({ name }) => name);
  return (
    <SinceChip
      telling={tellingOf(count, names, sinceWhen(Date.parse(found.news.at), Date.now()))}
      names={names}
      at={found.news.at}
      current={current}
      count={count}
      onGo={go}
      onSeen={markSeen}
    />
  );
}
