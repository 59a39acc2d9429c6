import type * as Y from 'yjs';
import { leafText } from './leaves.ts';
import { walk } from './walk.ts';

/** Nodes whose children are characters, line breaks and other things that stand in a line. */
const textBlocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock']);

/** Blocks without text that still take a line of their own. */
const lineBlocks: ReadonlySet<string> = new Set([...textBlocks, 'horizontalRule', 'formula', 'attachment']);

/**
 * The text of a document without its form: one line per block, in reading order, with all its spaces. A line break inside a
 * block is a line break too. Text in nodes that are not known here is kept. Never throws.
 */
export function plainTextOf(fragment: Y.XmlFragment): string {
  const lines: string[] = [];
  /** How many text blocks are open: inside one, elements stand in the line. */
  let inside = 0;
  let lineIsOpen = false;
  const write = (text: string): void => {
    if (!lineIsOpen) lines.push('');
    lineIsOpen = true;
    lines[lines.length - 1] += text;
  };
  for (const step of walk(fragment)) {
    if (step.kind === 'text') {
      for (const run of step.runs) write(run.text);
    } else if (inside === 0) {
      lineIsOpen = false;
      if (step.kind === 'enter' && lineBlocks.has(step.name)) write(leafText(step.name, step.attributes));
      if (step.kind === 'enter' && textBlocks.has(step.name)) inside = 1;
    } else if (step.kind === 'enter') {
      inside += 1;
      const said = leafText(step.name, step.attributes);
      if (said !== '') write(said);
    } else {
      inside -= 1;
      if (inside === 0) lineIsOpen = false;
    }
  }
  return lines.join('\n');
}
