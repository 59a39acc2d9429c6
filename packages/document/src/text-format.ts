import { documentBuilder } from './builder.ts';
import { leafText } from './leaves.ts';
import type { NodeJson } from './json.ts';
import { textBlocks } from './schema.ts';

/** Blocks that take a line also when there is no text in them. */
const lineBlocks: ReadonlySet<string> = new Set([...textBlocks, 'horizontalRule', 'formula', 'attachment']);

/**
 * The text of a document or of one of its nodes without its form, as {@link plainTextOf} gives it of a shared text: one line per
 * block, in reading order, with all spaces; a line break in a block is one too.
 */
export function plainTextOfJson(json: NodeJson): string {
  const lines: string[] = [];
  let line: string | null = null;
  const end = (): void => {
    if (line !== null) lines.push(line);
    line = null;
  };
  // Inside a text block everything stands in its line; elsewhere stray text makes a line of its own.
  const visit = (node: NodeJson, isInLine: boolean): void => {
    if (node.text !== undefined) line = (line ?? '') + node.text;
    else if (isInLine) {
      const said = leafText(node.type, node.attrs ?? {});
      if (said !== '') line = (line ?? '') + said;
      node.content?.forEach((child) => visit(child, true));
    } else {
      end();
      if (lineBlocks.has(node.type)) line = leafText(node.type, node.attrs ?? {});
      node.content?.forEach((child) => visit(child, textBlocks.has(node.type)));
      end();
    }
  };
  visit(json, false);
  return lines.join('\n');
}

/** A document with one paragraph for each line of `text`: what {@link plainTextOfJson} makes the same text of again. */
export function jsonOfText(text: string): NodeJson {
  const builder = documentBuilder(new Set());
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .split(/\r\n|\r|\n/);
  for (const line of lines) {
    const place = builder.open('paragraph');
    builder.text(line);
    builder.close(place);
  }
  return builder.finish();
}
