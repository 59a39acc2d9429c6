/**
 * Maximum length of a name or title in a mail (code points): recognisable, but too short for a
 * message.
 */
const wordsMax = 60;

/**
 * Matches line ends, controls, characters that change the direction of a line, and runs of
 * whitespace.
 */
const unfit = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Matches a dot that a mail program could treat as part of an address and turn into a link. */
const dotInAddress = /\.(?=[\p{L}\p{N}])/gu;

/**
 * Returns user-chosen text (a name, a title) for a mail to another user: one short line without
 * anything that becomes a link.
 */
export function strangersWords(text: string): string {
  const line = text.toWellFormed().replaceAll(unfit, ' ').trim();
  const points = [...line];
  const short = points.length > wordsMax ? `${points.slice(0, wordsMax - 1).join('')}…` : line;
  return short.replaceAll('://', ' ').replaceAll('@', ' at ').replaceAll(dotInAddress, ' ');
}
