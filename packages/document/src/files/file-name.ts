const encoder = new TextEncoder();

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The name of a file for something that is called `title`: what no usual file system takes is left out, a blank name becomes
 * "Untitled", long ones are cut. `extension` comes without its dot.
 */
export function fileNameOf(title: string, extension: string): string {
  return `${segment(title)}.${extension}`;
}

/** A part of a path that every usual file system takes: what they do not is left out, blank becomes "Untitled", long ones are cut. */
export function segment(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '');
  // A hundred characters are at most 400 bytes in UTF-8 for pictographs; names of 255 bytes pass everywhere.
  let short = [...clean].slice(0, 100).join('');
  while (encoder.encode(short).length > 200) short = [...short].slice(0, -1).join('');
  while (short.endsWith('.') || short.endsWith(' ')) short = short.slice(0, -1);
  return short === '' || reserved.test(short.split('.')[0] ?? '') ? `Untitled${short === '' ? '' : ` ${short}`}` : short;
}
