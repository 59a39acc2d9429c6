import { codePoints } from '@longhand/contract';
import type { Finder } from './finder.ts';

/** From which code point up to which. */
export type Mark = [from: number, to: number];

/** Characters of a snippet, and of them before what was found. */
const snippetLength = 220;
const before = 60;

/** The beginning of a text in one line, or the part of it where most of what was looked for stands; and what was found in it. */
export type Snippet = { readonly text: string; readonly marks: Mark[] };

/** Where `finder` finds something in `text`, in code points. */
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

/** Never within a pair of surrogates, and at a space where one is near. */
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

/** Where the part begins that shows the most: of the first places found, the one with the most others behind it. */
function bestPlace(text: string, finder: Finder): number {
  const places: { at: number; what: string }[] = [];
  for (const { from: at, what } of finder.find(text)) {
    places.push({ at, what });
    if (places.length === 50) break;
  }
  let best = { at: places[0]?.at ?? 0, different: 0 };
  for (const { at } of places) {
    const near = places.filter((other) => other.at >= at && other.at < at + snippetLength - before);
    const different = new Set(near.map(({ what }) => what)).size;
    if (different > best.different) best = { at, different };
  }
  return best.at;
}

/** Cuts the part of `text` that shows best why it was found. An ellipsis stands where something was cut off. */
export function snippetOf(text: string, finder: Finder): Snippet {
  const from = cutAt(text, bestPlace(text, finder) - before, -1);
  const to = cutAt(text, from + snippetLength, -1);
  const part = text.slice(from, to).replace(/\s+/gu, ' ').trim();
  const shown = `${from > 0 ? '… ' : ''}${part}${to < text.length ? ' …' : ''}`;
  return { text: shown, marks: marksIn(shown, finder) };
}
