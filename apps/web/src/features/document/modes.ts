import type { Right } from '@longhand/sync';

/** What the keys do in a text: change it, suggest changes, or nothing. */
export type Mode = 'editing' | 'suggesting' | 'viewing';

/** The modes with the names that people see, and the keys that choose them (`Mod` is Ctrl or ⌘). */
export const modes: readonly { readonly mode: Mode; readonly name: string; readonly keys: string }[] = [
  { mode: 'editing', name: 'Editing', keys: 'Mod-Alt-E' },
  { mode: 'suggesting', name: 'Suggesting', keys: 'Mod-Alt-S' },
  { mode: 'viewing', name: 'Viewing', keys: 'Mod-Alt-V' },
];

/** The key press that chooses a mode, or null. By the place of the key: with Alt its letter may be another one. */
export function modeOf(press: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): Mode | null {
  if (!press.altKey || press.shiftKey || press.ctrlKey === press.metaKey) return null;
  return modes.find(({ keys }) => press.code === `Key${keys.at(-1)}`)?.mode ?? null;
}

/** The modes that somebody with this right may choose, the first of them to begin with. */
export function modesFor(right: Right): readonly Mode[] {
  if (right === 'write') return ['editing', 'suggesting', 'viewing'];
  return right === 'suggest' ? ['suggesting', 'viewing'] : ['viewing'];
}
