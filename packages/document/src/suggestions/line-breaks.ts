import type { Mark } from '@tiptap/pm/model';
import type { Transform } from '@tiptap/pm/transform';
import { attributeOf, stampOf } from './stamp.ts';

/**
 * Makes line breaks of the newline characters that the steps of `tr`, from the one with the index `since` on, have brought into text that is not code:
 * by joining it with code, or by making a paragraph of code. Elsewhere a newline is no letter: an editor that reads such a line from its page
 * again finds a break there, and would write the words around it anew, as its reader's own.
 */
export function breakLines(tr: Transform, since = 0): void {
  const { hardBreak } = tr.doc.type.schema.nodes;
  const { from, to } = touched(tr, since);
  if (hardBreak === undefined || from > to) return;
  const found: { readonly at: number; readonly length: number; readonly marks: readonly Mark[] }[] = [];
  tr.doc.nodesBetween(from, to, (block, pos) => {
    if (!block.isTextblock) return true;
    if (block.type.spec.code !== true && block.type.contentMatch.matchType(hardBreak) !== null)
      block.forEach((node, offset) => {
        for (const {
          index,
          0: { length },
        } of (node.text ?? '').matchAll(/\r\n|\n|\r/g))
          found.push({ at: pos + 1 + offset + index, length, marks: node.marks });
      });
    return false;
  });
  for (const { at, length, marks } of found.reverse()) tr.replaceWith(at, at + length, hardBreak.create(suggestedBy(marks)));
}

/** What steps have touched, as one stretch; from beyond `to` where that is nothing. */
function touched(tr: Transform, since: number): { readonly from: number; readonly to: number } {
  let [from, to] = [Infinity, -1];
  for (const [i, map] of tr.mapping.maps.entries()) {
    if (i < since) continue;
    const rest = tr.mapping.slice(i + 1);
    map.forEach((_oldFrom, _oldTo, start, end) => {
      from = Math.min(from, rest.map(start, -1));
      to = Math.max(to, rest.map(end, 1));
    });
  }
  return { from: Math.max(from - 1, 0), to: Math.min(to + 1, tr.doc.content.size) };
}

/** What letters say about themselves by marks, a break says by attributes. */
function suggestedBy(marks: readonly Mark[]): Record<string, string> {
  const attrs: Record<string, string> = {};
  for (const { type, attrs: said } of marks) {
    const stamp = stampOf(said);
    if (stamp !== null && (type.name === 'insertion' || type.name === 'deletion')) attrs[type.name] = attributeOf(stamp);
  }
  return attrs;
}
