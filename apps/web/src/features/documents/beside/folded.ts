import { useState } from 'react';
import { deviceStorage } from '../../../ui/storage.ts';

/** Storage key of the list's collapsed state, prefixed with the product's name like the theme. */
const key = 'longhand-documents';

/**
 * Returns the stored collapsed state of the list of documents beside a text, and the function to
 * change it.
 */
export function useFolded(): { isFolded: boolean; fold: (isFolded: boolean) => void } {
  const [isFolded, setFolded] = useState(() => deviceStorage.getItem(key) === 'folded');
  const fold = (next: boolean): void => {
    setFolded(next);
    deviceStorage.setItem(key, next ? 'folded' : 'open');
  };
  return { isFolded, fold };
}
