import { t } from '@lingui/core/macro';
import type { Right } from '@longhand/sync/protocol';
import { useEffect, useState } from 'react';
import { useCommands } from '../ui/commands/commands-provider.tsx';
import { modeOf, modes, modesFor, type Mode } from './modes.ts';

/**
 * Returns the mode of an open document: the one chosen by select element, key or palette, if the
 * user's right allows it.
 */
export function useMode(right: Right): {
  mode: Mode;
  allowed: readonly Mode[];
  setMode: (mode: Mode) => void;
} {
  const [chosen, setMode] = useState<Mode | null>(null);
  const allowed = modesFor(right);
  const mode = chosen !== null && allowed.includes(chosen) ? chosen : (allowed[0] ?? 'viewing');
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      // With AltGr the same keys type characters: € on a German keyboard.
      const wanted = event.getModifierState('AltGraph') ? null : modeOf(event);
      if (wanted === null || !modesFor(right).includes(wanted)) return;
      event.preventDefault();
      event.stopPropagation();
      setMode(wanted);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [right]);
  useCommands(
    modes
      .filter((each) => each.mode !== mode && allowed.includes(each.mode))
      .map((each) => ({
        id: each.mode,
        group: t`This document`,
        name: t`Mode: ${{ name: each.name }}`,
        words: t`suggest edit view`,
        keys: each.keys,
        run: () => setMode(each.mode),
      })),
  );
  return { mode, allowed, setMode };
}
