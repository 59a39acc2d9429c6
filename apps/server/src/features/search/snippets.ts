import { codePoints } from '@longhand/contract';
import type { Finder } from './finder.ts';

/** Start and end of a highlight (code points). */
export type Mark = [from: number, to: number];

/** Maximum length of a snippet, and of its part before the match (characters). */
const snippetLength = 220;
const before = 60;

/**
 * The part of a text with the most matches in one line, or its beginning, with the matches in it.
 */
export type Snippet = { readonly text: string; readonly marks: Mark[] };

/** Returns the matches of `finder` in `text`, in code points. */
export function marksIn(text: string, finder: Finder): Mark[] {
  const marks: Mark[] = [];
  let [units, points] = [0, 0];
  const pointAt = (unit: number): number => {
    points += codePoints(text.slice(units, unit));
    units = unit;
    return points;
  };
  for (const { from, to } of finder.find(text)) marks.push([pointAt(from), pointAt(to)]);
  return marks;
}

/**
 * Returns a cut position near `near`: at whitespace if possible, and never within a surrogate pair.
 */
function cutAt(text: string, near: number, direction: 1 | -1): number {
  if (near <= 0 || near >= text.length) return Math.max(0, Math.min(near, text.length));
  for (let i = 0; i < 20; i += 1) {
    const at = near + i * direction;
    if (at <= 0 || at >= text.length) break;
    if (/\s/.test(text[at - 1] ?? '') || /\s/.test(text[at] ?? '')) return at;
  }
  const isInside = /[\uDC00-\uDFFF]/.test(text[near] ?? '');
  return isInside ? near - 1 : near;
}

/**
 * Returns the start of the best part: of the first matches, the one followed by the most different
 * others.
 */
function bestPosition(text: string, finder: Finder): number {
  const matches: { at: number; what: string }[] = [];
  for (const { from: at, what } of finder.find(text)) {
    matches.push({ at, what });
    if (matches.length === 50) break;
  }
  let best = { at: matches[0]?.at ?? 0, different: 0 };
  for (const { at } of matches) {
    const near = matches.filter(
      (other) => other.at >= at && other.at < at + snippetLength - before,
    );
    const different = new Set(near.map(({ what }) => what)).size;
    if (different > best.different) best = { at, different };
  }
  return best.at;
}

/** Returns the part of `text` that best shows why it matches. An ellipsis marks omitted text. */
export function snippetOf(text: string, finder: Finder): Snippet {
  const from = cutAt(text, bestPosition(text, finder) - before, -1);
  const to = cutAt(text, from + snippetLength, -1);
  const part = text.slice(from, to).replace(/\s+/gu, ' ').trim();
  const shown = `${from > 0 ? '… ' : ''}${part}${to < text.length ? ' …' : ''}`;
  return { text: shown, marks: marksIn(shown, finder) };
}
