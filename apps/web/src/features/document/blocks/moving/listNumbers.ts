import type { Node } from '@tiptap/pm/model';

/** The forms that the numbers of a list can have, as HTML names them; null is the form without a name, 1, 2, 3. */
export const numberForms = [
  { type: null, name: '1, 2, 3' },
  { type: 'a', name: 'a, b, c' },
  { type: 'A', name: 'A, B, C' },
  { type: 'i', name: 'i, ii, iii' },
  { type: 'I', name: 'I, II, III' },
] as const;

/** The highest number that a list may start at. */
export const highestStart = 999_999_999;

/** A numbered list, where it begins, and how it numbers its items. */
export type NumberedList = { readonly at: number; readonly start: number; readonly type: string | null };

/** The numbered list whose item begins at `pos`, or lies around it within one cell; null where the list there has no numbers. */
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

/** The number that somebody typed for a list to start at; null for what is none. */
export function startIn(text: string): number | null {
  const typed = text.trim();
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}
