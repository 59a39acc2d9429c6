import type * as Y from 'yjs';

/**
 * A block of the sheet: its marker, its text, and start and end index in the Y.Text. The marker is
 * null for text before the first one.
 */
export type SheetBlock = {
  readonly marker: unknown;
  readonly words: string;
  readonly start: number;
  readonly end: number;
};

/** Returns the blocks of a text without leaves. */
export function blocksIn(text: Y.Text): SheetBlock[] {
  const blocks: SheetBlock[] = [];
  let at = 0;
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    const last = blocks.at(-1);
    if (typeof insert !== 'string')
      blocks.push({ marker: insert, words: '', start: at + 1, end: at + 1 });
    else if (last === undefined)
      blocks.push({ marker: null, words: insert, start: at, end: at + insert.length });
    else
      blocks[blocks.length - 1] = {
        ...last,
        words: last.words + insert,
        end: last.end + insert.length,
      };
    at += typeof insert === 'string' ? insert.length : 1;
  }
  return blocks;
}
