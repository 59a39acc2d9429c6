import { t } from '@lingui/core/macro';
/** Symbols of modifier keys on Apple devices, in the platform's order. */
const appleSigns: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Mod: '⌘' };

/** Display names of keys. Those of modifier keys are for platforms other than Apple's. */
const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: t`Esc`,
  Enter: t({ message: 'Enter', context: 'key' }),
  Shift: t({ message: 'Shift', context: 'key' }),
  Ctrl: t({ message: 'Ctrl', context: 'key' }),
  Mod: t({ message: 'Ctrl', context: 'key' }),
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
  const parts = keys.split(/-(?!$)/);
  const isModifier = (part: string): boolean => apple && part in appleSigns;
  return [
    ...Object.keys(appleSigns).flatMap((name) =>
      apple && parts.includes(name) ? (appleSigns[name] ?? []) : [],
    ),
    ...parts.flatMap((part) => (isModifier(part) ? [] : (names[part] ?? part))),
  ];
}

/** Formats a shortcut for this platform: `Mod-Shift-S` is ⇧⌘S or Ctrl+Shift+S. */
export function keyText(keys: string, apple: boolean): string {
  return keyParts(keys, apple).join(apple ? '' : '+');
}
