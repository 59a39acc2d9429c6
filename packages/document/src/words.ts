/** Characters of the excerpt in lists: about two lines of a card. */
const excerptLength = 160;

/** Finds letters of writing systems that set no spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The number of words in `text`: what stands between spaces or dashes and holds at least one letter or digit. Text in writing
 * systems without spaces is divided by the rules of Unicode (UAX 29), as the runtime knows them.
 */
export function countWords(text: string): number {
  let words = 0;
  let segmenter: Intl.Segmenter | undefined;
  for (const [token] of text.matchAll(/[^\s\u2013\u2014]+/gu)) {
    if (!/[\p{L}\p{N}]/u.test(token)) continue;
    if (!unspaced.test(token)) {
      words += 1;
      continue;
    }
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    for (const part of segmenter.segment(token)) if (part.isWordLike) words += 1;
  }
  return words;
}

/**
 * The first words of `text` on one line, at most 160 code points, cut at a space where there is one and then marked by an
 * ellipsis. White space is one space each.
 */
export function excerptOf(text: string): string {
  // White space collapses, so the excerpt may need more of the source than its own length; eight times is plenty.
  const line = text
    .slice(0, excerptLength * 8)
    .replace(/\s+/gu, ' ')
    .trim()
    .toWellFormed();
  const characters = [...line];
  if (characters.length <= excerptLength) return line;
  const end = characters.lastIndexOf(' ', excerptLength - 1);
  return `${characters.slice(0, end > excerptLength / 2 ? end : excerptLength - 1).join('')}…`;
}
