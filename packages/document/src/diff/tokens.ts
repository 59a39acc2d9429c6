import { align } from './align.ts';
import { unspaced } from '../formats/text/words.ts';

/**
 * An edit of a text: `removed` characters at `at` of the old text are replaced by `added`. All
 * counted in UTF-16 code units.
 */
export type Edit = { at: number; removed: number; added: string };

/**
 * Splits a text into the units that users edit as a whole: words, spaces, punctuation, emoji.
 * Joined, they are the text. Words in scripts without spaces are split by the Unicode rules (UAX
 * 29) of the runtime.
 */
export function tokensOf(text: string): string[] {
  const tokens =
    text.match(
      /\p{RGI_Emoji}|\s|[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{N}\p{M}]+)*|[^\p{L}\p{N}\p{M}_\s]\p{M}*/gv,
    ) ?? [];
  if (!unspaced.test(text)) return tokens;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return tokens.flatMap((token) =>
    unspaced.test(token) ? [...segmenter.segment(token)].map(({ segment }) => segment) : [token],
  );
}

/**
 * Returns the edits that turn `before` into `after`, in order, with offsets in `before`. Words are
 * replaced as a whole.
 */
export function editsOf(before: string, after: string): Edit[] {
  const old = tokensOf(before);
  const next = tokensOf(after);
  const edits: Edit[] = [];
  let at = 0;
  let [from, to] = [0, 0];
  for (const [b, a] of [...align(old, next), [old.length, next.length] as const]) {
    const removed = old.slice(from, b).join('').length;
    const added = next.slice(to, a).join('');
    if (removed > 0 || added !== '') edits.push({ at, removed, added });
    at += removed + (old[b]?.length ?? 0);
    [from, to] = [b + 1, a + 1];
  }
  return edits;
}
