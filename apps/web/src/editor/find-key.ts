/**
 * Returns whether a key press asks for the find bar, or with Alt for finding and replacing.
 * Compares the character, or the key code on keyboards without Latin characters.
 */
export function isFindKey(event: KeyboardEvent): boolean {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (shiftKey || ctrlKey === metaKey || event.getModifierState('AltGraph')) return false;
  return key.toLowerCase() === 'f' || (code === 'KeyF' && (altKey || !/^[a-z]$/i.test(key)));
}
