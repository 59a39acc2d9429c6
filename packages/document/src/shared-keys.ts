import type * as Y from 'yjs';
import { textNodesOf, type NodeJson } from './json.ts';
import { attributesOf, plainMarks, textBlocks } from './schema.ts';
import { runsOf, walk } from './walk.ts';

/** A child as the shared document has it: an element, or the text that stands between two elements, as runs. */
export type Child = { kind: 'element'; node: NodeJson } | { kind: 'text'; runs: readonly NodeJson[] };

/** The children of a node. A block that holds text has a place for it also when it is empty. */
export function childrenOf(node: NodeJson): Child[] {
  const children: Child[] = [];
  let runs: NodeJson[] = [];
  for (const child of node.content ?? []) {
    if (child.text === undefined) {
      runs = [];
      children.push({ kind: 'element', node: child });
    } else {
      if (runs.length === 0) children.push({ kind: 'text', runs });
      runs.push(child);
    }
  }
  return children.length === 0 && textBlocks.has(node.type) ? [{ kind: 'text', runs: [] }] : children;
}

/**
 * What a child says, as a string that is the same for the same: defaults written out, runs of one form joined, empty ones left out.
 */
export function keyOf(child: Child): string {
  return child.kind === 'text' ? textKey(child.runs) : nodeKey(child.node);
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

/** The same of an element of the shared document, however deep it is nested. */
export function keyOfElement(element: Y.XmlElement): string {
  const parts = [opening({ type: element.nodeName, attrs: element.getAttributes() as NodeJson['attrs'] & object })];
  let runs: NodeJson[] = [];
  for (const step of walk(element)) {
    if (step.kind === 'text') {
      runs.push(...textNodesOf(step.runs));
      continue;
    }
    parts.push(textKey(runs));
    runs = [];
    parts.push(
      step.kind === 'leave' ? '</>' : opening({ type: step.name, attrs: step.attributes as NodeJson['attrs'] & object }),
    );
  }
  return `${parts.join('')}${textKey(runs)}</>`;
}

/** The same of texts that stand side by side. */
export function keyOfTexts(texts: readonly Y.XmlText[]): string {
  return textKey(texts.flatMap((text) => textNodesOf(runsOf(text))));
}

/** The text of an element of the shared document, blocks on lines of their own. */
export function wordsOfElement(element: Y.XmlElement): string {
  const parts: string[] = [];
  for (const step of walk(element)) parts.push(step.kind === 'text' ? step.runs.map(({ text }) => text).join('') : '\n');
  return parts.join('');
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
