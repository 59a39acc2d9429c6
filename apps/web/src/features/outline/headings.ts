import type { Node } from '@tiptap/pm/model';

/** A heading of a text: what it says, how deep it is (1 to 4), and where it stands in the editor's document. */
export type Heading = { readonly text: string; readonly level: number; readonly pos: number };

/** The headings of a document, in order, also those inside of columns and toggles. Blocks that hold none are not gone through. */
export function headingsOf(doc: Node): Heading[] {
  const headings: Heading[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === 'heading') headings.push({ text: node.textContent, level: Number(node.attrs['level']), pos });
    return !node.isTextblock && node.type.name !== 'table';
  });
  return headings;
}

/** The heading under which a position stands: the last one before it; -1 above all of them. */
export function headingAt(headings: readonly Heading[], pos: number): number {
  return headings.findLastIndex((heading) => heading.pos <= pos);
}
