import type { Attrs, Mark, Node } from '@tiptap/pm/model';

/** Values of attributes. */
export type AttributeValue = string | number | boolean | null | AttributeValue[];

/** A mark of a run of text, as ProseMirror JSON. */
export type MarkJson = { type: string; attrs?: Record<string, AttributeValue> };

/** A node as ProseMirror JSON. */
export type NodeJson = {
  type: string;
  attrs?: Record<string, AttributeValue>;
  content?: NodeJson[];
  marks?: MarkJson[];
  text?: string;
};

/** Converts a node of the editor to JSON. Attributes with the value null are omitted. */
export function jsonOf(node: Node): NodeJson {
  const { type, attrs, marks, text } = node;
  const content = node.children.map(jsonOf);
  return {
    type: type.name,
    ...saying(attrs),
    ...(content.length > 0 && { content }),
    ...(marks.length > 0 && { marks: marks.map(markJsonOf) }),
    ...(text !== undefined && { text }),
  };
}

function markJsonOf({ type, attrs }: Mark): MarkJson {
  return { type: type.name, ...saying(attrs) };
}

function saying(attrs: Attrs): { attrs?: Record<string, AttributeValue> } {
  const entries = Object.entries(attrs as Record<string, unknown>)
    .map(([name, value]) => [name, plainValue(value, 0)] as const)
    .filter(([, value]) => value !== null);
  return entries.length === 0 ? {} : { attrs: Object.fromEntries(entries) };
}

/** A client may store any value; invalid ones become null. */
function plainValue(value: unknown, depth: number): AttributeValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value) && depth < 3) return value.map((item) => plainValue(item, depth + 1));
  return null;
}
