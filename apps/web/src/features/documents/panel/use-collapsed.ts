import { useState } from 'react';
import { deviceStorage } from '../../../ui/storage.ts';

/** Storage key of the list's collapsed state, prefixed with the product's name like the theme. */
const key = 'longhand-documents';

/**
 * Returns the stored collapsed state of the list of documents beside a text, and the function to
 * change it.
 */
export function useCollapsed(): {
  isCollapsed: boolean;
  setCollapsed: (isCollapsed: boolean) => void;
} {
  const [isCollapsed, setState] = useState(() => deviceStorage.getItem(key) === 'folded');
  const setCollapsed = (next: boolean): void => {
    setState(next);
    deviceStorage.setItem(key, next ? 'folded' : 'open');
  };
  return { isCollapsed, setCollapsed };
}
