import type { NodeJson } from '../schema/json.ts';
import { attributesOf, plainMarks } from '../schema/schema.ts';

/**
 * Returns a string that is equal for nodes with equal content: with default attributes, equally
 * formatted runs joined, and empty runs omitted.
 */
export function keyOf(node: NodeJson): string {
  return node.text === undefined ? nodeKey(node) : textKey([node]);
}

function nodeKey(node: NodeJson): string {
  const parts = [opening(node)];
  let runs: NodeJson[] = [];
  for (const child of node.content ?? []) {
    if (child.text !== undefined) runs.push(child);
    else {
      parts.push(textKey(runs), nodeKey(child));
      runs = [];
    }
  }
  return `${parts.join('')}${textKey(runs)}</>`;
}

const opening = (node: NodeJson): string => `<${JSON.stringify([node.type, attributesOf(node)])}>`;

function textKey(runs: readonly NodeJson[]): string {
  const joined: [string, string][] = [];
  for (const { text, marks } of runs) {
    const form = JSON.stringify(plainMarks(marks));
    const last = joined.at(-1);
    if (text === undefined || text === '') continue;
    if (last?.[0] === form) last[1] += text;
    else joined.push([form, text]);
  }
  return joined.length === 0 ? '' : JSON.stringify(joined);
}
