import { t } from '@lingui/core/macro';
import { IconReplace, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import type { EditorContext } from '../../editor/editor-context.ts';
import { isFindKey } from '../../editor/find-key.ts';
import { FindBar } from './find-bar.tsx';

/** Key bindings; `Mod` is Ctrl or ⌘. */
const keys = { find: 'Mod-F', replace: 'Mod-Alt-F' } as const;

/** Maximum length of a selection that is used as the query (characters). */
const longest = 200;

/**
 * Find bar of an open text. The usual key opens it; pressed again in the bar, it opens the
 * browser's own.
 */
export function useFind({ editor, isWriting }: EditorContext): ReactNode {
  const [asked, setAsked] = useState<{ text: string; isReplacing: boolean; asked: number } | null>(
    null,
  );
  const show = useCallback(
    (isReplacing: boolean) => {
      const { doc, selection } = editor.state;
      const isLine =
        selection.$from.sameParent(selection.$to) && selection.to - selection.from <= longest;
      const text = isLine ? doc.textBetween(selection.from, selection.to) : '';
      setAsked((before) => ({ text, isReplacing, asked: (before?.asked ?? 0) + 1 }));
    },
    [editor],
  );
  useFindKeys(show);
  useCommands([
    {
      id: 'find',
      group: t`This document`,
      name: t`Find in this document`,
      words: t`search`,
      icon: IconSearch,
      keys: keys.find,
      run: () => show(false),
    },
    ...(isWriting
      ? [
          {
            id: 'replace',
            group: t`This document`,
            name: t`Find and replace`,
            icon: IconReplace,
            keys: keys.replace,
            run: () => show(true),
          },
        ]
      : []),
  ]);
  return (
    asked && (
      <FindBar
        editor={editor}
        mayReplace={isWriting}
        first={asked}
        onClose={() => setAsked(null)}
      />
    )
  );
}

/** Calls `show` for the usual keys, also outside of the text. Must be a stable reference. */
function useFindKeys(show: (isReplacing: boolean) => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!isFindKey(event)) return;
      const { activeElement } = document;
      if (
        activeElement?.closest('[role="dialog"]') ||
        (!event.altKey && activeElement?.closest('[role="search"]'))
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      show(event.altKey);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [show]);
}
