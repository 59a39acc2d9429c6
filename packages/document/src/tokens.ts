import { align } from './align.ts';
import { unspaced } from './words.ts';

/** What changed in a text: `removed` characters at `at` of the old one gave way to `added`. All counted in UTF-16 units. */
export type Edit = { at: number; removed: number; added: string };

/**
 * A text in the pieces that people change as one: words, spaces, signs, pictographs. Together they are the text. Where words stand
 * without spaces they are divided by the rules of Unicode (UAX 29), as the runtime knows them.
 */
export function tokensOf(text: string): string[] {
  const tokens =
    text.match(/\p{RGI_Emoji}|\s|[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{N}\p{M}]+)*|[^\p{L}\p{N}\p{M}_\s]\p{M}*/gv) ?? [];
  if (!unspaced.test(text)) return tokens;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return tokens.flatMap((token) =>
    unspaced.test(token) ? [...segmenter.segment(token)].map(({ segment }) => segment) : [token],
  );
}

/** The edits that make `after` of `before`, in order, each in terms of `before`. Words change whole. */
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
