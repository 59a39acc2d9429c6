import { t } from '@lingui/core/macro';
import { IconFocus2 } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import { goToText } from '../../editor/text/show-passage.ts';
import type { EditorContext } from '../../editor/editor-context.ts';
import { markActiveBlock } from './active-block.ts';
import './focus.css';

const keys = 'Mod-Shift-F';

/** Overlays that Escape closes before it ends the focus mode. */
const openOver = '[role="dialog"], [role="menu"], [role="listbox"], [role="search"]';

/** Vertical range of the window for the current line, as fractions from the top. */
const calmPart = { from: 0.3, to: 0.6 };

/**
 * Focus mode: only the current paragraph is fully visible; everything else is hidden until Escape.
 * Returns a hint on how to leave.
 */
export function useFocusMode({ editor, isWriting, onOpenTab }: EditorContext): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const isOn = isWanted && isWriting;
  const toggle = (): void => {
    setWanted(!isOn);
    if (!isOn) onOpenTab(null);
    goToText(editor);
  };
  const leave = useCallback(() => setWanted(false), []);
  useOnlyActiveBlock(isOn, editor, leave);
  useToggleKey(isWriting, toggle);
  const name = isOn ? t`Exit focus mode` : t`Focus mode`;
  useCommands(
    isWriting
      ? [
          {
            id: 'focus',
            group: t`This document`,
            name,
            words: t`distraction free zen`,
            icon: IconFocus2,
            keys,
            run: toggle,
          },
        ]
      : [],
  );
  return (
    isOn && (
      <Button variant="default" size="xs" className="leaveFocus" onClick={toggle}>
        {t`Exit focus mode`}
      </Button>
    )
  );
}

/** Hides everything but the current paragraph while the mode is on; Escape calls `leave`. */
function useOnlyActiveBlock(isOn: boolean, editor: Editor, leave: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const root = document.documentElement;
    root.dataset['focusMode'] = '';
    const unmark = markActiveBlock(editor);
    const stopKeeping = keepLineCalm(editor);
    const left = (event: KeyboardEvent): void => {
      // An overlay above the text is closed first.
      if (event.key !== 'Escape' || event.isComposing || document.querySelector(openOver)) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    window.addEventListener('keydown', left, { capture: true });
    return () => {
      delete root.dataset['focusMode'];
      window.removeEventListener('keydown', left, { capture: true });
      stopKeeping();
      unmark();
    };
  }, [isOn, editor, leave]);
}

/** Calls `toggle` for the keys of the focus mode, while the text can be changed. */
function useToggleKey(isWriting: boolean, toggle: () => void): void {
  useEffect(() => {
    if (!isWriting) return;
    const hear = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'f' ||
        !event.shiftKey ||
        event.altKey ||
        event.ctrlKey === event.metaKey
      )
        return;
      if (document.activeElement?.closest('[role="dialog"]')) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  });
}

/** Scrolls the current line towards the middle of the window, as a typewriter does. */
function keepLineCalm(editor: Editor): () => void {
  const moved = (): void => {
    const { top } = editor.view.coordsAtPos(editor.state.selection.head);
    if (top >= window.innerHeight * calmPart.from && top <= window.innerHeight * calmPart.to)
      return;
    window.scrollBy({ top: top - window.innerHeight * 0.45 });
  };
  editor.on('selectionUpdate', moved);
  return () => void editor.off('selectionUpdate', moved);
}
