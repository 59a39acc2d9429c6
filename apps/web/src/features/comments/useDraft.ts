import { useCallback, useState } from 'react';
import { tabStorage } from '../../ui/storage.ts';

/**
 * The text of something that is not sent yet. It stays in this tab when its field goes: with the panel, with another mode, with the page.
 * `null` where nothing has been written.
 */
export function useDraft(name: string): { draft: string | null; keep: (text: string | null) => void } {
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

/** The name of what somebody has begun to write in a document. */
export function draftName(userId: string, documentId: string, where: string): string {
  return `comment ${userId} ${documentId} ${where}`;
}
