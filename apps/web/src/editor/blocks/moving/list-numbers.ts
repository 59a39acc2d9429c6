import { t } from '@lingui/core/macro';
import type { Node } from '@tiptap/pm/model';

/**
 * Number formats of a list as values of the HTML `type` attribute; null is the default, 1, 2, 3.
 */
export const numberForms = [
  { type: null, name: '1, 2, 3' },
  { type: 'a', name: 'a, b, c' },
  { type: 'A', name: 'A, B, C' },
  { type: 'i', name: 'i, ii, iii' },
  { type: 'I', name: t`I, II, III` },
] as const;

/** Maximum first number of a list. */
export const highestStart = 999_999_999;

/** A numbered list: its position, first number and number format. */
export type NumberedList = {
  readonly at: number;
  readonly start: number;
  readonly type: string | null;
};

/**
 * Returns the numbered list at `pos`, or the closest one around it within the same table cell. Null
 * if the closest list is not numbered.
 */
export function numberedListAt(doc: Node, pos: number): NumberedList | null {
  const own = doc.nodeAt(pos);
  if (own?.type.name === 'orderedList') return listOf(own, pos);
  const $pos = doc.resolve(pos);
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const node = $pos.node(depth);
    if (node.type.name === 'orderedList') return listOf(node, $pos.before(depth));
    if (node.type.name.endsWith('List') || node.type.name === 'table') return null;
  }
  return null;
}

function listOf({ attrs }: Node, at: number): NumberedList {
  const type = numberForms.find((form) => form.type === attrs['type'])?.type ?? null;
  return { at, start: Number(attrs['start'] ?? 1), type };
}

/** Parses the first number of a list; null for an invalid number. */
export function startIn(text: string): number | null {
  const typed = text.trim();
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}
