import { zipSync, type Zippable } from 'fflate';
import { segment } from './file-name.ts';

/** A file of an archive. Folders in its name are divided by `/`. */
export type NamedFile = { name: string; bytes: Uint8Array };

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
