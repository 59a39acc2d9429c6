import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { replace } from './replace.ts';
import type { Matches } from './use-matches.ts';
import { numberLocale } from '../../ui/dates.ts';

/** Replacement text, and the actions that insert it. */
export type Replacement = {
  readonly by: string;
  setBy(by: string): void;
  /** Report on the last action; null for none. */
  readonly done: string | null;
  /** Removes the report on the last action. */
  clearDone(): void;
  /** Replaces the active match, and activates the next one. */
  replaceOne(): void;
  replaceAll(): void;
};

/** Replaces matches of a query. `isPattern`: the replacement may refer to groups of the match. */
export function useReplacement(editor: Editor, found: Matches, isPattern: boolean): Replacement {
  const [by, setBy] = useState('');
  const [done, setDone] = useState<string | null>(null);

  function replaceOne(): void {
    const { matches, active } = found.now();
    const here = matches[active];
    if (here === undefined) return;
    replace(editor, [here], by, isPattern);
    setDone(t`Replaced.`);
    found.go('next');
  }
  function replaceAll(): void {
    const { matches } = found.now();
    if (matches.length === 0) return;
    replace(editor, matches, by, isPattern);
    setDone(t`${{ count: matches.length.toLocaleString(numberLocale) }} replaced.`);
  }

  return { by, setBy, done, clearDone: () => setDone(null), replaceOne, replaceAll };
}
