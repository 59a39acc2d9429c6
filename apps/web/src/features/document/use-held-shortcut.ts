import { useEffect, useRef } from 'react';
import { isFindKey } from '../../editor/find-key.ts';

/** True for a shortcut of the kind that features of an open text use. */
const isShortcut = ({ ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && altKey && !defaultPrevented;

/** True for the shortcut for which a browser has an action of its own: its find bar. */
const isBrowserShortcut = (event: KeyboardEvent): boolean =>
  isFindKey(event) && !event.altKey && !event.defaultPrevented;

/**
 * Holds the last shortcut that was pressed before the features are loaded that listen to it, such
 * as the one that begins a comment, and repeats it then. The key of the find bar is held once:
 * pressed again meanwhile, it opens the browser's find bar, also if the features cannot be loaded.
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
      const isHeldOnce = isBrowserShortcut(event) && held.current === null;
      if (isHeldOnce) event.preventDefault();
      if (isHeldOnce || isShortcut(event)) held.current = event;
    };
    window.addEventListener('keydown', hold);
    return () => window.removeEventListener('keydown', hold);
  }, [areLoaded]);
}
