import { strToU8, zipSync, type Zippable } from 'fflate';

/** A file of an archive. Folders in its name are divided by `/`. */
export type NamedFile = { name: string; bytes: Uint8Array };

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The name of a file for something that is called `title`: what no usual file system takes is left out, a blank name becomes
 * "Untitled", long ones are cut. `extension` comes without its dot.
 */
export function fileNameOf(title: string, extension: string): string {
  return `${segment(title)}.${extension}`;
}

function segment(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '');
  // A hundred characters are at most 400 bytes in UTF-8 for pictographs; names of 255 bytes pass everywhere.
  let short = [...clean].slice(0, 100).join('');
  while (strToU8(short).length > 200) short = [...short].slice(0, -1).join('');
  short = short.replace(/[. ]+$/, '');
  return short === '' || reserved.test(short.split('.')[0] ?? '') ? `Untitled${short === '' ? '' : ` ${short}`}` : short;
}

/**
 * A zip archive of these files. Names are made such that nothing is unpacked outside of the folder chosen, and that no two are the
 * same where upper and lower case are: the second becomes "name 2".
 */
export function zipOf(files: readonly NamedFile[]): Uint8Array {
  const entries: Zippable = {};
  const taken = new Set<string>();
  for (const { name, bytes } of files) {
    const parts = name.split('/').filter((part) => part.replace(/[. ]/g, '') !== '');
    const safe = parts.length === 0 ? 'Untitled' : parts.map(segment).join('/');
    entries[free(safe, taken)] = bytes;
  }
  return zipSync(entries);
}

function free(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const at = dot > name.lastIndexOf('/') ? dot : name.length;
  let chosen = name;
  for (let count = 2; taken.has(chosen.toLowerCase()); count += 1) chosen = `${name.slice(0, at)} ${count}${name.slice(at)}`;
  taken.add(chosen.toLowerCase());
  return chosen;
}
