import type { Node } from '@tiptap/pm/model';

/** What is looked for: words as they stand, or a pattern; capitals as they stand or any; whole words or parts. */
export type Query = { readonly text: string; readonly isCase: boolean; readonly isWhole: boolean; readonly isPattern: boolean };

/** A place where it stands, as positions of the editor's document, with what stands there and what the groups of a pattern took. */
export type Match = { readonly from: number; readonly to: number; readonly groups: RegExpExecArray };

/** More places than these are not shown one by one; nobody steps through them. */
export const mostMatches = 10_000;

/** What stands for a picture or another thing in a line of text: no letter, so that no word goes across it. */
const thing = '\ufffc';

const letter = String.raw`[\p{L}\p{M}\p{N}_]`;

/** The pattern that a query is: null while there is nothing to look for, and the sentence of what is wrong with a pattern that is none. */
export function patternOf({ text, isCase, isWhole, isPattern }: Query): RegExp | string | null {
  if (text === '') return null;
  const source = isPattern
    ? text
    : text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`).replaceAll(String.raw`\-`, String.raw`\x2d`);
  const whole = isWhole ? `(?<!${letter})(?:${source})(?!${letter})` : source;
  try {
    return new RegExp(whole, isCase ? 'gu' : 'giu');
  } catch {
    return 'Invalid regular expression.';
  }
}

/** Where a pattern stands in a document, in order; within a paragraph each, and at most {@link mostMatches}. What takes no letter is no place. */
export function matchesOf(doc: Node, pattern: RegExp): Match[] {
  const matches: Match[] = [];
  doc.descendants((node, pos) => {
    if (matches.length >= mostMatches) return false;
    if (!node.isTextblock) return true;
    const text = textOf(node);
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      if (found[0] === '') pattern.lastIndex += (text.codePointAt(found.index) ?? 0) > 0xffff ? 2 : 1;
      else matches.push({ from: pos + 1 + found.index, to: pos + 1 + found.index + found[0].length, groups: found });
      if (matches.length >= mostMatches) break;
    }
    return false;
  });
  return matches;
}

/** The letters of a paragraph, one for each position. What somebody suggests to take out is not looked at. */
function textOf(block: Node): string {
  let text = '';
  block.forEach((child) => {
    text += child.text === undefined || isTakenOut(child) ? thing.repeat(child.nodeSize) : child.text;
  });
  return text;
}

function isTakenOut({ marks }: Node): boolean {
  return marks.some(({ type }) => type.name === 'deletion');
}

/** What stands in the place of a match: for a pattern `$1`, `$<name>`, `$&` and `$$` mean what they mean everywhere. */
export function replacementFor({ groups }: Match, by: string, isPattern: boolean): string {
  if (!isPattern) return by;
  return by.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^$<>]+)>)/g, (as, dollar, all, number, name) => {
    if (dollar) return '$';
    if (all) return groups[0];
    const taken = number === undefined ? groups.groups?.[name as string] : groups[Number(number)];
    return number !== undefined && Number(number) >= groups.length ? as : (taken ?? '');
  });
}

/** The match at or after a position, or before it; round at the ends. -1 where there are none. */
export function nearest(matches: readonly Match[], pos: number, way: 'next' | 'previous'): number {
  if (matches.length === 0) return -1;
  if (way === 'next') {
    const after = matches.findIndex(({ from }) => from >= pos);
    return after < 0 ? 0 : after;
  }
  const before = matches.findLastIndex(({ to }) => to <= pos);
  return before < 0 ? matches.length - 1 : before;
}
