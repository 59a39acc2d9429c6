import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useEffect, useState } from 'react';
import { verdictOf } from './decide.ts';

/** Returns true once the user has decided a suggestion in an editor. */
export function useHasDecided(editor: Editor): boolean {
  const [hasDecided, setDecided] = useState(false);
  useEffect(() => {
    const hear = ({ transaction }: { transaction: Transaction }): void => {
      if (transaction.getMeta(verdictOf) !== undefined) setDecided(true);
    };
    editor.on('transaction', hear);
    return () => void editor.off('transaction', hear);
  }, [editor]);
  return hasDecided;
}
