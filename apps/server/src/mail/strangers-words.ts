/** Code points of a name or title in a mail: enough to know it by, and too little for a message. */
const wordsMax = 60;

/** Line ends, controls and signs that turn the direction of a line, and runs of space. */
const unfit = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A dot that a mail program could take for one of an address, and make a link. */
const dotInAddress = /\.(?=[\p{L}\p{N}])/gu;

/**
 * Words that somebody chose (a name, a title), as they may stand in a mail to somebody else: one short line in which nothing becomes
 * a link.
 */
export function strangersWords(text: string): string {
  const line = text.toWellFormed().replaceAll(unfit, ' ').trim();
  const points = [...line];
  const short = points.length > wordsMax ? `${points.slice(0, wordsMax - 1).join('')}…` : line;
  return short.replaceAll('://', ' ').replaceAll('@', ' at ').replaceAll(dotInAddress, ' ');
}
