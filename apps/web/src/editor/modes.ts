import { t } from '@lingui/core/macro';
import type { Right } from '@longhand/sync/protocol';

/** Effect of typing: edit the text, suggest changes, or nothing. */
export type Mode = 'editing' | 'suggesting' | 'viewing';

/** The modes with their displayed names and key bindings (`Mod` is Ctrl or ⌘). */
export const modes: readonly {
  readonly mode: Mode;
  readonly name: string;
  readonly keys: string;
}[] = [
  { mode: 'editing', name: t`Editing`, keys: 'Mod-Alt-E' },
  { mode: 'suggesting', name: t`Suggesting`, keys: 'Mod-Alt-S' },
  { mode: 'viewing', name: t`Viewing`, keys: 'Mod-Alt-V' },
];

/**
 * Returns the mode that a key press selects, or null. Compares key codes: with Alt, the key's
 * character may be different.
 */
export function modeOf(
  press: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): Mode | null {
  if (!press.altKey || press.shiftKey || press.ctrlKey === press.metaKey) return null;
  return modes.find(({ keys }) => press.code === `Key${keys.at(-1)}`)?.mode ?? null;
}

/** Returns the modes that a right allows; the first one is the default. */
export function modesFor(right: Right): readonly Mode[] {
  if (right === 'write') return ['editing', 'suggesting', 'viewing'];
  return right === 'suggest' ? ['suggesting', 'viewing'] : ['viewing'];
}
