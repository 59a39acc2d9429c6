import type { MarkJson, NodeJson } from '../schema/json.ts';
import { plainMarks } from '../schema/schema.ts';
import { keyOf } from './keys.ts';

/**
 * A word with the white space up to the next one, or an inline leaf. `word` ignores the surrounding
 * white space: the last word of a line is equal even if another one follows.
 */
export type Token = {
  readonly key: string;
  readonly word: string;
  readonly parts: readonly NodeJson[];
};

/** A piece of text with its node, which has the marks. */
type Piece = { readonly text: string; readonly node: NodeJson };

/**
 * Splits a line into words, or code into lines, with their marks; an inline leaf is a word of its
 * own.
 */
export function wordTokensOf(content: readonly NodeJson[], isCode: boolean): Token[] {
  const tokens: Token[] = [];
  let pieces: Piece[] = [];
  const flush = (): void => {
    const text = pieces.map((piece) => piece.text).join('');
    let [index, offset] = [0, 0];
    for (const [word] of text.matchAll(isCode ? /[^\n]*\n|[^\n]+/g : /\s*\S+\s*|\s+/g)) {
      const parts: NodeJson[] = [];
      for (let left = word.length; left > 0;) {
        const piece = pieces[index] as Piece;
        const part = piece.text.slice(offset, offset + left);
        parts.push({ ...piece.node, text: part });
        left -= part.length;
        offset += part.length;
        if (offset === piece.text.length) [index, offset] = [index + 1, 0];
      }
      tokens.push(tokenOf(parts));
    }
    pieces = [];
  };
  for (const node of content) {
    if (node.text !== undefined) pieces.push({ text: node.text, node });
    else {
      flush();
      tokens.push({ key: keyOf(node), word: keyOf(node), parts: [node] });
    }
  }
  flush();
  return tokens;
}

function tokenOf(parts: readonly NodeJson[]): Token {
  const bare = parts
    .map((part) => ({ ...part, text: part.text?.trim() ?? '' }))
    .filter(({ text }) => text !== '');
  return { key: keyOfParts(parts), word: keyOfParts(bare), parts };
}

const keyOfParts = (parts: readonly NodeJson[]): string =>
  JSON.stringify(parts.map(({ text, marks }) => [text, plainMarks(marks)]));

const marksOf = (marks: readonly MarkJson[] | undefined): string =>
  JSON.stringify(plainMarks(marks));

/** Joins adjacent texts with equal marks. */
export function joined(parts: readonly NodeJson[]): NodeJson[] {
  const nodes: NodeJson[] = [];
  for (const part of parts) {
    const last = nodes.at(-1);
    if (
      last?.text === undefined ||
      part.text === undefined ||
      marksOf(last.marks) !== marksOf(part.marks)
    )
      nodes.push(part);
    else nodes[nodes.length - 1] = { ...last, text: last.text + part.text };
  }
  return nodes;
}

/** Adds missing white space between merged words: the last word of a line has none after it. */
export function spaced(tokens: readonly Token[], type: string): NodeJson[] {
  const gap = type === 'codeBlock' ? '\n' : ' ';
  return tokens.flatMap(({ parts }, i): readonly NodeJson[] => {
    const [last, next] = [parts.at(-1), tokens[i + 1]?.parts[0]];
    if (last?.text === undefined || next?.text === undefined) return parts;
    if (/\s$/.test(last.text) || /^\s/.test(next.text)) return parts;
    return [...parts.slice(0, -1), { ...last, text: last.text + gap }];
  });
}
