import { useState } from 'react';
import { deviceStorage } from '../../../ui/storage.ts';

/** Where this browser keeps whether the list is folded away, under the product's own name like the theme. */
const key = 'longhand-documents';

/** Whether the list of documents beside a text is folded away, as this browser left it, and the way to fold and unfold it. */
export function useFolded(): { isFolded: boolean; fold: (isFolded: boolean) => void } {
  const [isFolded, setFolded] = useState(() => deviceStorage.getItem(key) === 'folded');
  const fold = (next: boolean): void => {
    setFolded(next);
    deviceStorage.setItem(key, next ? 'folded' : 'open');
  };
  return { isFolded, fold };
}
