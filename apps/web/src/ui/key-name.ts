import { t } from '@lingui/core/macro';
/** Symbols of modifier keys on Apple devices, in the platform's order. */
const appleSigns: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Mod: '⌘' };

/** Display names of keys that are the same on all platforms. */
const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: t`Esc`,
};

/** True if this device uses ⌘ instead of Ctrl. */
export function isApple(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);
}

/**
 * Splits `Mod-Shift-S` into keys as named on this platform: `Ctrl`, `Shift`, `S`, or `⇧`, `⌘`, `S`.
 */
export function keyParts(keys: string, apple: boolean): string[] {
  // A hyphen at the end is a key, not a separator.
  const parts = keys.split(/-(?!$)/).map((part) => names[part] ?? part);
  if (!apple) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part));
  const modifiers = Object.keys(appleSigns).filter((name) => parts.includes(name));
  return [
    ...modifiers.map((name) => appleSigns[name] ?? name),
    ...parts.filter((part) => !(part in appleSigns)),
  ];
}
