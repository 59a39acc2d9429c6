/** A pressed key: an event of the browser or of React. */
type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault' | 'stopPropagation'
>;

/** Returns the items of a menu. */
export function itemsOf(menu: Element): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/**
 * Moves the focus in a menu, and closes it by Escape and Tab. Source: WAI-ARIA Authoring Practices,
 * Menu and Menubar.
 */
export function pressedInMenu(event: KeyPress, menu: Element, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    // Tab continues from the button, which gets the focus. Escape does not also close a dialog.
    if (event.key === 'Escape') event.preventDefault();
    event.stopPropagation();
    close();
    return;
  }
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = nextPlace(event, items, at);
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation();
  items[next]?.focus();
}

/** Returns the index of the item that a key selects; null if it selects none. */
function nextPlace(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  items: readonly HTMLElement[],
  at: number,
): number | null {
  if (items.length === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % items.length;
  if (key === 'ArrowUp') return at <= 0 ? items.length - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return null;
  const begins = (item: HTMLElement | undefined): boolean =>
    item?.textContent.trim().toLowerCase().startsWith(key.toLowerCase()) === true;
  const order = items.map((_, offset) => (at + 1 + offset) % items.length);
  return order.find((index) => begins(items[index])) ?? null;
}
