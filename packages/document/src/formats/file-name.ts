const encoder = new TextEncoder();

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a file name for something with this title. Characters that a common file system rejects
 * are removed, a blank name becomes `untitled`, long names are cut. `extension` is given without
 * its dot.
 */
export function fileNameOf(title: string, extension: string, untitled?: string): string {
  return `${segment(title, untitled)}.${extension}`;
}

/**
 * Returns a path segment that every common file system accepts: rejected characters are removed,
 * blank becomes `untitled`, long ones are cut.
 */
export function segment(text: string, untitled = 'Untitled'): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '');
  // A hundred characters are at most 400 bytes in UTF-8, for pictographs; names of 255 bytes are
  // accepted everywhere.
  let short = [...clean].slice(0, 100).join('');
  while (encoder.encode(short).length > 200) short = [...short].slice(0, -1).join('');
  while (short.endsWith('.') || short.endsWith(' ')) short = short.slice(0, -1);
  return short === '' || reserved.test(short.split('.')[0] ?? '')
    ? `${untitled}${short === '' ? '' : ` ${short}`}`
    : short;
}
