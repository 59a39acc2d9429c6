import { documentBuilder } from '../../schema/builder.ts';
import { leafText } from '../../schema/leaves.ts';
import type { NodeJson } from '../../schema/json.ts';
import { textBlocks } from '../../schema/schema.ts';

/** Blocks that take a line even without text. */
const lineBlocks: ReadonlySet<string> = new Set([
  ...textBlocks,
  'horizontalRule',
  'formula',
  'attachment',
]);

/**
 * Returns the plain text of a document or node, equal to {@link plainTextOf} of a shared text.
 * There is one line per block, in reading order, with all spaces; a hard break is a line break too.
 */
export function plainTextOfJson(json: NodeJson): string {
  return textRunsOf(json)
    .map(({ text }) => text)
    .join('');
}

/** A piece of {@link plainTextOfJson}, with its node; null for a break between lines. */
export type TextRun = { readonly text: string; readonly node: NodeJson | null };

/** Returns the text of {@link plainTextOfJson} in pieces, in order. */
export function textRunsOf(json: NodeJson): TextRun[] {
  const runs: TextRun[] = [];
  let isOpen = false;
  let isFirst = true;
  const say = (text: string, node: NodeJson): void => {
    if (!isOpen && !isFirst) runs.push({ text: '\n', node: null });
    [isOpen, isFirst] = [true, false];
    if (text !== '') runs.push({ text, node });
  };
  // Inside a text block everything is in its line; elsewhere stray text is a line of its own.
  const visit = (node: NodeJson, isInLine: boolean): void => {
    if (node.text !== undefined) say(node.text, node);
    else if (isInLine) {
      const said = leafText(node.type, node.attrs ?? {});
      if (said !== '') say(said, node);
      node.content?.forEach((child) => visit(child, true));
    } else {
      isOpen = false;
      if (lineBlocks.has(node.type)) say(leafText(node.type, node.attrs ?? {}), node);
      node.content?.forEach((child) => visit(child, textBlocks.has(node.type)));
      isOpen = false;
    }
  };
  visit(json, false);
  return runs;
}

/**
 * Creates a document with one paragraph for each line of `text`. {@link plainTextOfJson} returns
 * the same text again.
 */
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
