import type { NodeJson } from '@longhand/document';
import { refuse } from '../../platform/refusal.ts';

/** A name in double braces: `{{client}}`. Letters, digits and a few signs, so that code and sums are not taken for one. */
const pattern = /\{\{\s*([\p{L}\p{N}](?:[\p{L}\p{N} _.-]{0,48}[\p{L}\p{N}])?)\s*\}\}/gu;

/** Characters that may be filled into one document: a template that names one thing a million times would become gigabytes. */
const filledMax = 1_000_000;

type Fill = (text: string) => string;

/** Puts what was `given` in the place of its name, in text after text; refuses `too_large` before it becomes more than allowed. */
function filler(given: Readonly<Record<string, string>>): Fill {
  let left = filledMax;
  return (text) =>
    text.replaceAll(pattern, (whole, name: string) => {
      const value = Object.hasOwn(given, name) ? (given[name] ?? whole) : whole;
      left -= value.length;
      return left < 0 ? refuse('too_large') : value;
    });
}

function fillNode(node: NodeJson, fill: Fill): NodeJson[] {
  if (node.text !== undefined) {
    const text = fill(node.text);
    return text === '' ? [] : [{ ...node, text }];
  }
  return [node.content === undefined ? node : { ...node, content: node.content.flatMap((child) => fillNode(child, fill)) }];
}

/**
 * A title and a text with what was `given` in place of the placeholders of these names; the others stay as they are. Refuses
 * `too_large`.
 */
export function fillPlaceholders(
  { title, content }: { title: string; content: NodeJson },
  given: Readonly<Record<string, string>>,
): { title: string; content: NodeJson } {
  const fill = filler(given);
  const line = fill(title).replaceAll(/\s+/g, ' ').trim();
  return { title: [...line].slice(0, 500).join(''), content: fillNode(content, fill)[0] ?? content };
}

/** The names of the placeholders in a title and a text, each once, in the order in which they appear. */
export function placeholdersIn({ title, content }: { title: string; content: NodeJson }): string[] {
  const names = new Set<string>();
  const look = (text: string) => {
    for (const [, name = ''] of text.matchAll(pattern)) names.add(name);
  };
  const walk = (node: NodeJson): void => {
    if (node.text !== undefined) look(node.text);
    for (const child of node.content ?? []) walk(child);
  };
  look(title);
  walk(content);
  return [...names];
}
