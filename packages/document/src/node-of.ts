import { Node } from '@tiptap/pm/model';
import type { NodeJson } from './json.ts';
import { repaired } from './repair.ts';
import { documentSchema } from './schema.ts';

/** Makes a node of the editor. Content that the schema does not allow is repaired. */
export function nodeOf(content: NodeJson): Node {
  try {
    const node = Node.fromJSON(documentSchema, content);
    node.check();
    return node;
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return Node.fromJSON(documentSchema, repaired(content));
  }
}
