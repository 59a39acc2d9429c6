import type * as Y from 'yjs';
import { walk, type Run } from './walk.ts';

/** Values that an attribute may have once it leaves the shared document. */
export type AttributeValue = string | number | boolean | null | AttributeValue[];

/** A formatting of a run of text, in ProseMirror's JSON. */
export type MarkJson = { type: string; attrs?: Record<string, AttributeValue> };

/** A node in ProseMirror's JSON. */
export type NodeJson = {
  type: string;
  attrs?: Record<string, AttributeValue>;
  content?: NodeJson[];
  marks?: MarkJson[];
  text?: string;
};

/**
 * Deepest level of nodes that is kept. What lies deeper is lifted to this level with its text, because parsers and
 * serializers of JSON recurse; people do not nest lists a hundred deep.
 */
const deepest = 100;

/**
 * A document as ProseMirror's JSON, `{ type: 'doc', content }`. Nodes, marks and attributes that the schema does not know are
 * passed on as they are; values that JSON cannot carry become null. Never throws.
 */
export function jsonOf(fragment: Y.XmlFragment): NodeJson {
  const root: NodeJson = { type: 'doc', content: [] };
  const open: NodeJson[] = [root];
  let lifted = 0;
  for (const step of walk(fragment)) {
    const parent = open[open.length - 1] ?? root;
    if (step.kind === 'text') {
      (parent.content ??= []).push(...textNodesOf(step.runs));
    } else if (step.kind === 'leave') {
      if (lifted > 0) lifted -= 1;
      else open.pop();
    } else if (open.length > deepest) {
      lifted += 1;
    } else {
      const node: NodeJson = { type: step.name, ...attributesOf(step.attributes) };
      (parent.content ??= []).push(node);
      open.push(node);
    }
  }
  return root;
}

/** One element of a shared document, with all that is in it, as {@link jsonOf} has it. */
export function nodeOfElement(element: Y.XmlElement): NodeJson {
  const { content = [] } = jsonOf(element);
  return { type: element.nodeName, ...attributesOf(element.getAttributes()), ...(content.length > 0 && { content }) };
}

/** Runs of shared text as nodes; formats that are taken away are left out. */
export function textNodesOf(runs: readonly Run[]): NodeJson[] {
  return runs.map(({ text, marks }) => {
    const kept = Object.entries(marks).filter(([, value]) => value !== null && value !== undefined);
    if (kept.length === 0) return { type: 'text', text };
    return { type: 'text', text, marks: kept.map(([name, value]) => markOf(name, value)) };
  });
}

/** Marks that may overlap themselves carry eight characters of a hash in the shared text: `comment--Ab12Cd34`. */
function markOf(name: string, value: unknown): MarkJson {
  const type = /^(.*)--[a-zA-Z0-9+/=]{8}$/.exec(name)?.[1] ?? name;
  return { type, ...(isRecord(value) ? attributesOf(value) : {}) };
}

function attributesOf(given: Readonly<Record<string, unknown>>): { attrs?: Record<string, AttributeValue> } {
  const entries = Object.entries(given).map(([name, value]) => [name, plainValue(value, 0)] as const);
  return entries.length === 0 ? {} : { attrs: Object.fromEntries(entries) };
}

function plainValue(value: unknown, depth: number): AttributeValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value) && depth < 3) return value.map((item) => plainValue(item, depth + 1));
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
