/** Maximum length of an excerpt in lists (characters): about two lines of a card. */
const excerptLength = 160;

/** Matches characters of scripts without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the number of words in `text`: pieces between spaces or dashes with at least one letter
 * or digit. Text in scripts without spaces is split by the Unicode rules (UAX 29) of the runtime.
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
 * Returns the first words of `text` on one line, at most 160 code points. It is cut at a space if
 * there is one, and ends with an ellipsis then. White space is collapsed to single spaces.
 */
export function excerptOf(text: string): string {
  // White space collapses, so the excerpt may need more of the source than its own length; eight
  // times is sufficient.
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
