import { t } from '@lingui/core/macro';
import type { Node } from '@tiptap/pm/model';

/** A query: text or regular expression, with options for case and whole words. */
export type Query = {
  readonly text: string;
  readonly isCase: boolean;
  readonly isWhole: boolean;
  readonly isPattern: boolean;
};

/**
 * A match: its range in the editor's document, and the result of the regular expression with its
 * groups.
 */
export type Match = {
  readonly from: number;
  readonly to: number;
  readonly groups: RegExpExecArray;
};

/** Maximum number of matches. */
export const mostMatches = 10_000;

/**
 * Placeholder for a picture or other leaf in a line of text: not a letter, so that no word spans
 * it.
 */
const thing = '\ufffc';

const letter = String.raw`[\p{L}\p{M}\p{N}_]`;

/**
 * Compiles a query into a pattern: null for an empty query, an error message for an invalid regular
 * expression.
 */
export function patternOf({ text, isCase, isWhole, isPattern }: Query): RegExp | string | null {
  if (text === '') return null;
  const source = isPattern
    ? text
    : text
        .replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
        .replaceAll(String.raw`\-`, String.raw`\x2d`);
  const whole = isWhole ? `(?<!${letter})(?:${source})(?!${letter})` : source;
  try {
    return new RegExp(whole, isCase ? 'gu' : 'giu');
  } catch {
    return t`Invalid regular expression.`;
  }
}

/**
 * Returns the matches in a document, in order. A match lies within one text block, and is not
 * empty. At most {@link mostMatches}.
 */
export function matchesOf(doc: Node, pattern: RegExp): Match[] {
  const matches: Match[] = [];
  doc.descendants((node, pos) => {
    if (matches.length >= mostMatches) return false;
    if (!node.isTextblock) return true;
    const text = textOf(node);
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      if (found[0] === '')
        pattern.lastIndex += (text.codePointAt(found.index) ?? 0) > 0xffff ? 2 : 1;
      else
        matches.push({
          from: pos + 1 + found.index,
          to: pos + 1 + found.index + found[0].length,
          groups: found,
        });
      if (matches.length >= mostMatches) break;
    }
    return false;
  });
  return matches;
}

/**
 * Returns the text of a block, one character per position. Suggested deletions are replaced by
 * placeholders.
 */
function textOf(block: Node): string {
  let text = '';
  block.forEach((child) => {
    text +=
      child.text === undefined || isTakenOut(child) ? thing.repeat(child.nodeSize) : child.text;
  });
  return text;
}

function isTakenOut({ marks }: Node): boolean {
  return marks.some(({ type }) => type.name === 'deletion');
}

/**
 * Returns the replacement of a match: for a pattern, `$1`, `$<name>`, `$&` and `$$` have their
 * usual meaning.
 */
export function replacementFor({ groups }: Match, by: string, isPattern: boolean): string {
  if (!isPattern) return by;
  return by.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^$<>]+)>)/g, (as, dollar, all, number, name) => {
    if (dollar) return '$';
    if (all) return groups[0];
    const taken = number === undefined ? groups.groups?.[name as string] : groups[Number(number)];
    return number !== undefined && Number(number) >= groups.length ? as : (taken ?? '');
  });
}

/**
 * Returns the index of the nearest match at or after a position, or before it; wraps around. -1 if
 * there are none.
 */
export function nearest(matches: readonly Match[], pos: number, way: 'next' | 'previous'): number {
  if (matches.length === 0) return -1;
  if (way === 'next') {
    const after = matches.findIndex(({ from }) => from >= pos);
    return after < 0 ? 0 : after;
  }
  const before = matches.findLastIndex(({ to }) => to <= pos);
  return before < 0 ? matches.length - 1 : before;
}
