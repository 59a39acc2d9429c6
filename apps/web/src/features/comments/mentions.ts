import type { Person } from '@longhand/contract';

/** Maximum number of suggested people. */
const offeredMax = 6;

/** A user name being typed: the position of its `@`, and the text from there to the caret. */
export type Typed = { readonly at: number; readonly name: string };

/**
 * Returns the user name before the caret; null if there is none. Accepts the same characters as the
 * server.
 */
export function typedAt(text: string, caret: number): Typed | null {
  const found = /(?<![\p{L}\p{M}\p{N}._@-])@([\p{L}\p{M}\p{N}._-]*)$/u.exec(text.slice(0, caret));
  return found === null ? null : { at: found.index, name: found[1] ?? '' };
}

/** Returns the people whose user name, or a word of whose name, starts with the text. */
export function peopleLike(people: readonly Person[], name: string): readonly Person[] {
  const wanted = fold(name);
  const fits = ({ username, name: full }: Person): boolean =>
    fold(username).startsWith(wanted) ||
    fold(full)
      .split(/\s+/u)
      .some((word) => word.startsWith(wanted));
  return people.filter(fits).slice(0, offeredMax);
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Splits a text into parts, and marks the mentions of people. */
export function partsOf(
  body: string,
  mentioned: readonly Person[],
): { readonly text: string; readonly isName: boolean }[] {
  // Guests do not see user names.
  const known = mentioned.filter(({ username }) => username !== '');
  if (known.length === 0) return [{ text: body, isName: false }];
  const names = known
    .map(({ username }) => username.replaceAll('.', String.raw`\.`))
    .toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}._@-])(@(?:${names.join('|')}))(?![\p{L}\p{M}\p{N}_])`,
    'giu',
  );
  return body
    .split(pattern)
    .map((text, i) => ({ text, isName: i % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
