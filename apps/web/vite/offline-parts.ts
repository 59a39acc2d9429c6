import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../src/app/routes.ts';
import { modulesOfRoute } from './app-pages.ts';
import type { BuildFiles } from './build-files.ts';

/** References in a file: scripts that it imports lazily, their styles, and the fonts in styles. */
const named = /(?:["'`(])(?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css|woff2))/g;
/** Fonts of formulas are left out: two dozen files, of which a formula needs one or two. */
const isLeftOut = (name: string): boolean => name.startsWith('KaTeX');

/**
 * Returns all files that pages of signed-in users may fetch (`parts`), and the first segments of
 * the paths of these pages (`places`).
 */
export function offlineParts(
  folder: string,
  files: BuildFiles,
): { parts: string[]; places: string[] } {
  const assets = join(folder, 'assets');
  const inside = routes.filter(({ layout }) => layout !== 'none');
  const bare = (path: string): string => path.replace(/^\/assets\//, '');
  const entry = bare(files.entry);
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || isLeftOut(file) || !existsSync(join(assets, file))) return;
    found.add(file);
    // The entry names the pages of all routes.
    if (file === entry || file.endsWith('.woff2')) return;
    for (const [, other = ''] of readFileSync(join(assets, file), 'utf8').matchAll(named))
      add(other);
  };
  for (const file of files.styles) add(bare(file));
  for (const route of inside) for (const file of modulesOfRoute(route, files)) add(bare(file));
  const firstWords = inside.map(({ path }) => path.split('/')[0] ?? '');
  return { parts: [...found].toSorted(), places: [...new Set(firstWords)].toSorted() };
}

/** Writes the list of files for offline use into the built service worker. */
export function nameOfflineParts(folder: string, files: BuildFiles): void {
  const { parts, places } = offlineParts(folder, files);
  const path = join(folder, 'service-worker.js');
  const list = (names: readonly string[]): string =>
    names.map((each) => JSON.stringify(each)).join(',');
  const text = readFileSync(path, 'utf8')
    .replace("'__PARTS__'", () => list(parts))
    .replace("'__PLACES__'", () => list(places));
  writeFileSync(path, text);
}
