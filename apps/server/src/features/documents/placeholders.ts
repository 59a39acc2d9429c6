import type { NodeJson } from '@longhand/document';
import { refuse } from '../../platform/refusal.ts';

/**
 * Matches a name in double braces: `{{client}}`. Allows letters, digits and a few other characters,
 * so that code and formulas do not match.
 */
const pattern = /\{\{\s*([\p{L}\p{N}](?:[\p{L}\p{N} _.-]{0,48}[\p{L}\p{N}])?)\s*\}\}/gu;

/**
 * Maximum number of characters filled into one document. A template with a million placeholders
 * would otherwise grow to gigabytes.
 */
const filledMax = 1_000_000;

type Fill = (text: string) => string;

/**
 * Returns a function that replaces placeholders by the values of `given`. Refuses `too_large`
 * before the total exceeds the limit.
 */
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
  return [
    node.content === undefined
      ? node
      : { ...node, content: node.content.flatMap((child) => fillNode(child, fill)) },
  ];
}

/**
 * Replaces the placeholders with names in `given` in a title and content. Others remain. Refuses
 * `too_large`.
 */
export function fillPlaceholders(
  { title, content }: { title: string; content: NodeJson },
  given: Readonly<Record<string, string>>,
): { title: string; content: NodeJson } {
  const fill = filler(given);
  const line = fill(title).replaceAll(/\s+/g, ' ').trim();
  return {
    title: [...line].slice(0, 500).join(''),
    content: fillNode(content, fill)[0] ?? content,
  };
}

/**
 * Returns the names of the placeholders in a title and content, each once, in order of appearance.
 */
export function placeholdersIn({ title, content }: { title: string; content: NodeJson }): string[] {
  const names = new Set<string>();
  const scan = (text: string) => {
    for (const [, name = ''] of text.matchAll(pattern)) names.add(name);
  };
  const walk = (node: NodeJson): void => {
    if (node.text !== undefined) scan(node.text);
    for (const child of node.content ?? []) walk(child);
  };
  scan(title);
  walk(content);
  return [...names];
}
