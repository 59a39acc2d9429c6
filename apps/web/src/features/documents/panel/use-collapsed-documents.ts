import { useState } from 'react';
import { deviceStorage } from '../../../ui/storage.ts';

/** Storage key of the ids of collapsed documents, separated by spaces. */
const key = 'longhand-collapsed-documents';

/** Maximum number of stored ids: the documents that were collapsed last. */
const storedMax = 500;

/**
 * Returns the documents whose inside is collapsed in the tree, as stored on this device, and the
 * function to change it.
 */
export function useCollapsedDocuments(): {
  readonly collapsed: ReadonlySet<string>;
  setCollapsed(id: string, isCollapsed: boolean): void;
} {
  const [collapsed, setState] = useState<ReadonlySet<string>>(
    () => new Set((deviceStorage.getItem(key) ?? '').split(' ').filter(Boolean)),
  );
  return {
    collapsed,
    setCollapsed(id, isCollapsed) {
      const next = new Set(collapsed);
      next.delete(id);
      if (isCollapsed) next.add(id);
      deviceStorage.setItem(key, [...next].slice(-storedMax).join(' '));
      setState(next);
    },
  };
}
