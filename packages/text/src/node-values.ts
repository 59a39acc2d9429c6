import type { Node } from '@tiptap/pm/model';
import type { Grammar } from './grammar.ts';
import { valuesOf } from './reading.ts';
import type { Values } from './records.ts';
import { suggestionNames } from './rendering.ts';

/** Returns the values to store for a block. `parent`: id of the innermost container around it. */
export function valuesOfBlock(node: Node, parent: string | null, grammar: Grammar): Values {
  const kind = node.type === grammar.paragraph ? {} : { kind: node.type.name };
  return {
    ...kind,
    ...(parent !== null && { in: parent }),
    ...valuesOf(node.type, node.attrs, suggestionNames),
  };
}

/** Returns the values to store for an inline leaf. */
export function valuesOfLeaf(node: Node): Values {
  return { kind: node.type.name, ...valuesOf(node.type, node.attrs, suggestionNames) };
}

/** Returns the values to store for a container. `parent`: id of the container around it. */
export function valuesOfContainer(node: Node, parent: string | null): Values {
  return {
    kind: node.type.name,
    ...(parent !== null && { in: parent }),
    ...valuesOf(node.type, node.attrs, suggestionNames),
  };
}
