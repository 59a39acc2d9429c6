import { Node } from '@tiptap/pm/model';
import type { NodeJson } from './json.ts';
import { repaired } from './repair.ts';
import { documentSchema } from './schema.ts';

/** Creates a node of the editor. Repairs content that the schema does not allow. */
export function nodeOf(content: NodeJson): Node {
  try {
    const node = Node.fromJSON(documentSchema, content);
    node.check();
    return node;
  } catch (error) {
    if (!(
      error instanceof RangeError ||
      error instanceof TypeError ||
      error instanceof SyntaxError
    ))
      throw error;
    return Node.fromJSON(documentSchema, repaired(content));
  }
}
