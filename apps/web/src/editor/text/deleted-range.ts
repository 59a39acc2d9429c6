import type { Transaction } from '@tiptap/pm/state';
import type { TextRange } from './text-range.ts';

/** Returns the range that a transaction deletes, if it does nothing else; otherwise null. */
export function deletedRange(tr: Transaction): TextRange | null {
  const found: TextRange[] = [];
  let isOnly = true;
  for (const map of tr.mapping.maps)
    map.forEach((from, to, start, end) => {
      if (start === end) found.push({ from, to });
      else isOnly = false;
    });
  return isOnly && tr.mapping.maps.length === 1 && found.length === 1 ? (found[0] ?? null) : null;
}
