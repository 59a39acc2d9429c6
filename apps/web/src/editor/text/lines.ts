import { leafText, parseSuggestedChanges } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';

/**
 * Lines of a top-level block. `joins`: its first line continues the last line of the previous
 * block, because the break between them is only suggested.
 */
type Lines = { readonly joins: boolean; readonly lines: readonly string[] };

const known = new WeakMap<Node, Lines>();

/**
 * Returns the plain text of a document in lines, without suggested insertions: the server counts
 * the words of a document in the same way. The lines of unchanged blocks are cached.
 */
export function linesOf(doc: Node): string[] {
  const lines: string[] = [];
  doc.forEach((block) => {
    const { joins, lines: own } = linesIn(block);
    const [first, ...rest] = own;
    const last = joins ? lines.pop() : undefined;
    if (first !== undefined) lines.push(last === undefined ? first : last + first, ...rest);
  });
  return lines;
}

function linesIn(block: Node): Lines {
  const cached = known.get(block);
  if (cached !== undefined) return cached;
  const lines: string[] = [];
  let joins = false;
  const visit = (node: Node): void => {
    if (node.isLeaf) {
      if (!isSuggested(node)) lines.push(leafText(node.type.name, node.attrs));
    } else if (node.isTextblock) {
      const text = textOf(node);
      const isJoined = isSuggested(node);
      if (isJoined && lines.length > 0) lines.push(`${lines.pop() ?? ''}${text}`);
      else {
        lines.push(text);
        joins ||= isJoined;
      }
    } else node.forEach(visit);
  };
  visit(block);
  const found = { joins, lines };
  known.set(block, found);
  return found;
}

/** True if a block is only suggested: without the suggestion, its text ends the block before. */
const isSuggested = ({ attrs }: Node): boolean =>
  parseSuggestedChanges(attrs['insertion']).length > 0;

function textOf(block: Node): string {
  let text = '';
  block.forEach((node) => {
    if (node.marks.some(({ type }) => type.name === 'insertion')) return;
    text += node.text ?? leafText(node.type.name, node.attrs);
  });
  return text;
}
