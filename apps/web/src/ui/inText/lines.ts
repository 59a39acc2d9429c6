import { plainTextOfJson, type NodeJson } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';

const read = new WeakMap<Node, string>();

/** Answers the text of each block of a document, without its form. Blocks that stay the same are not read again. */
export function linesOf(doc: Node): string[] {
  const lines: string[] = [];
  doc.forEach((block) => {
    const known = read.get(block) ?? plainTextOfJson(block.toJSON() as NodeJson);
    read.set(block, known);
    lines.push(known);
  });
  return lines;
}
