import { useEffect, useRef } from 'react';

/** True for a shortcut of the kind that features of an open text use. */
const isShortcut = ({ ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && altKey && !defaultPrevented;

/**
 * Holds the last shortcut that was pressed before the features are loaded that listen to it, such
 * as the one that begins a comment, and repeats it then.
 */
export function useHeldShortcut(areLoaded: boolean): void {
  const held = useRef<KeyboardEvent | null>(null);
  useEffect(() => {
    if (areLoaded) {
      const event = held.current;
      held.current = null;
      const target = document.activeElement ?? document.body;
      if (event !== null) target.dispatchEvent(new KeyboardEvent('keydown', event));
      return undefined;
    }
    const hold = (event: KeyboardEvent): void => {
      if (isShortcut(event)) held.current = event;
    };
    window.addEventListener('keydown', hold);
    return () => window.removeEventListener('keydown', hold);
  }, [areLoaded]);
}
