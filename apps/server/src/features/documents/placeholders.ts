import type { NodeJson } from '@longhand/document';

/** A name in double braces: `{{client}}`. Letters, digits and a few signs, so that code and sums are not taken for one. */
const pattern = /\{\{\s*([\p{L}\p{N}](?:[\p{L}\p{N} _.-]{0,48}[\p{L}\p{N}])?)\s*\}\}/gu;

function fillText(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(pattern, (whole, name: string) => (Object.hasOwn(given, name) ? (given[name] ?? whole) : whole));
}

function fillNode(node: NodeJson, given: Readonly<Record<string, string>>): NodeJson[] {
  if (node.text !== undefined) {
    const text = fillText(node.text, given);
    return text === '' ? [] : [{ ...node, text }];
  }
  return [node.content === undefined ? node : { ...node, content: node.content.flatMap((child) => fillNode(child, given)) }];
}

/** A title and a text with what was `given` in place of the placeholders of these names; the others stay as they are. */
export function fillPlaceholders(
  { title, content }: { title: string; content: NodeJson },
  given: Readonly<Record<string, string>>,
): { title: string; content: NodeJson } {
  const line = fillText(title, given).replaceAll(/\s+/g, ' ').trim();
  return { title: [...line].slice(0, 500).join(''), content: fillNode(content, given)[0] ?? content };
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
