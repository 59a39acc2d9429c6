import { useCallback, useState } from 'react';
import { tabStorage } from '../../ui/storage.ts';

/**
 * Stores unsent text in this tab. It outlives its field: the panel may close, the mode may change,
 * the page may reload. `null` if nothing was typed.
 */
export function useDraft(name: string): {
  draft: string | null;
  keep: (text: string | null) => void;
} {
  const [draft, setDraft] = useState(() => tabStorage.getItem(name));
  const keep = useCallback(
    (text: string | null) => {
      if (text === null) tabStorage.removeItem(name);
      else tabStorage.setItem(name, text);
      setDraft(text);
    },
    [name],
  );
  return { draft, keep };
}

/** Returns the storage key of unsent text in a document. */
export function draftName(userId: string, documentId: string, where: string): string {
  return `comment ${userId} ${documentId} ${where}`;
}
