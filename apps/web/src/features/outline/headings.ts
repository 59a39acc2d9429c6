import type { Node } from '@tiptap/pm/model';

/** A heading of a text: its text, level (1 to 4), and position in the editor's document. */
export type Heading = { readonly text: string; readonly level: number; readonly pos: number };

/**
 * Returns the headings of a document, in order, including those in columns and toggles. Blocks that
 * cannot contain headings are skipped.
 */
export function headingsOf(doc: Node): Heading[] {
  const headings: Heading[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === 'heading')
      headings.push({ text: node.textContent, level: Number(node.attrs['level']), pos });
    return !node.isTextblock && node.type.name !== 'table';
  });
  return headings;
}

/** Returns the index of the last heading before a position; -1 if there is none. */
export function headingAt(headings: readonly Heading[], pos: number): number {
  return headings.findLastIndex((heading) => heading.pos <= pos);
}
