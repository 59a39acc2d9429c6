import { plainTextOfJson, type NodeJson } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';

const read = new WeakMap<Node, string>();

/** Returns the plain text of each block of a document. Results are cached for unchanged blocks. */
export function linesOf(doc: Node): string[] {
  const lines: string[] = [];
  doc.forEach((block) => {
    const known = read.get(block) ?? plainTextOfJson(block.toJSON() as NodeJson);
    read.set(block, known);
    lines.push(known);
  });
  return lines;
}
