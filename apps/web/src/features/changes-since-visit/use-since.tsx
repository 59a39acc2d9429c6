import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import type { Command } from '../../ui/commands/registry.ts';
import type { EditorContext } from '../../editor/editor-context.ts';
import { showPassage } from '../../editor/text/show-passage.ts';
import { sinceWhen, tellingOf, type Change } from './changes.ts';
import { changeLayer } from './change-layer.ts';
import { SinceChip } from './since-chip.tsx';
import { useNews } from './use-news.ts';

/** Key bindings for changes; `Mod` is Ctrl or ⌘. */
const keys = {
  next: { keys: 'Mod-Alt-G', code: 'KeyG', name: t`Next change since your last visit` },
  previous: { keys: 'Mod-Alt-H', code: 'KeyH', name: t`Previous change since your last visit` },
} as const;
type Act = keyof typeof keys;
const acts = Object.keys(keys) as Act[];

/**
 * Changes by others since the user's last visit: a chip with a summary and navigation; null for
 * none.
 */
export function useSince({ document, user, editor }: EditorContext): ReactNode {
  const { found, markSeen } = useNews(document.id, user.id, editor);
  const { current, count, go } = useChanges(editor, found?.changes ?? null);
  useChangeKeys(count > 0, go);
  useCommands(
    count === 0 ? [] : changeCommands(go, markSeen),
    count === 0
      ? acts.map((act) => ({
          group: t`Since your last visit`,
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

/**
 * Marks changes in the text, and moves from one to another. `current` is the index of the change
 * that is shown; null before the first.
 */
function useChanges(editor: Editor, changes: readonly Change[] | null) {
  const [current, setCurrent] = useState<number | null>(null);
  useEffect(() => {
    if (changes === null || editor.isDestroyed) return;
    setCurrent(null);
    return changeLayer.add(editor, { changes, ranges: changes });
  }, [editor, changes]);
  const count = changes?.length ?? 0;
  const go = (act: Act): void => {
    if (count === 0) return;
    const next =
      act === 'next'
        ? (current === null ? 0 : current + 1) % count
        : ((current ?? count) - 1 + count) % count;
    setCurrent(next);
    changeLayer.change(editor, { current: next, isOn: true });
    const range = changeLayer.stateIn(editor).ranges[next];
    if (range) showPassage(editor, range);
  };
  return { current, count, go };
}

/** Handles the key bindings for changes, if there are any changes. */
function useChangeKeys(isOn: boolean, go: (act: Act) => void): void {
  useEffect(() => {
    if (!isOn) return;
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
}

function changeCommands(go: (act: Act) => void, markSeen: () => void): readonly Command[] {
  return [
    ...acts.map((act) => ({
      id: `since-${act}`,
      group: t`This document`,
      ...keys[act],
      run: () => go(act),
    })),
    {
      id: 'since-seen',
      group: t`This document`,
      name: t`Mark the changes as seen`,
      run: markSeen,
    },
  ];
}
