/** How keys are called and drawn on the computers of one maker, in the order in which they are written there. */
const appleSigns: Readonly<Record<string, string>> = { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Mod: '⌘' };

/** Keys with one name for people, whatever the keyboard. */
const names: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };

/** Whether this device has ⌘ where others have Ctrl. */
export function isApple(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);
}

/** The keys of `Mod-Shift-S`, one by one, as this device calls them: `Ctrl`, `Shift`, `S`, or `⇧`, `⌘`, `S`. */
export function keyParts(keys: string, apple: boolean): string[] {
  // A hyphen at the end is a key, not what parts keys.
  const parts = keys.split(/-(?!$)/).map((part) => names[part] ?? part);
  if (!apple) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part));
  const modifiers = Object.keys(appleSigns).filter((name) => parts.includes(name));
  return [...modifiers.map((name) => appleSigns[name] ?? name), ...parts.filter((part) => !(part in appleSigns))];
}
