import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow, readManifest } from './route-manifest.ts';

/** References in a file: scripts that it imports lazily, their styles, and the fonts in styles. */
const named = /(?:["'`(])(?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css|woff2))/g;
/** Fonts of formulas are left out: two dozen files, of which a formula needs one or two. */
const isLeftOut = (name: string): boolean => name.startsWith('KaTeX');

/**
 * Returns all files that pages of signed-in users may fetch (`parts`), and the first segments of
 * the paths of these pages (`places`).
 */
export function offlineParts(folder: string): { parts: string[]; places: string[] } {
  const assets = join(folder, 'assets');
  const { name, manifest } = readManifest(assets);
  const around = 'layouts/protected-layout';
  const routes = Object.values(manifest.routes);
  const inside = routes.filter((route) => isBelow(route, around, manifest.routes));
  const needed = routes.filter(
    (route) =>
      inside.includes(route) || isBelow(manifest.routes[around], route.id, manifest.routes),
  );
  const bare = (path: string): string => path.replace(/^\/assets\//, '').replace(/#.*$/, '');
  const shell = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || isLeftOut(file) || !existsSync(join(assets, file))) return;
    found.add(file);
    if (file === name || file.endsWith('.woff2')) return;
    for (const [, other = ''] of readFileSync(join(assets, file), 'utf8').matchAll(named))
      add(other);
  };
  add(name);
  for (const [, file = ''] of shell.matchAll(named)) add(file);
  for (const file of [manifest.entry.module, ...manifest.entry.imports]) add(bare(file));
  for (const { module, imports = [], css = [] } of needed)
    for (const file of [module, ...imports, ...css]) add(bare(file));
  const firstWords = inside.flatMap(({ path }) =>
    path === undefined ? [] : [path.split('/')[0] ?? ''],
  );
  return { parts: [...found].toSorted(), places: [...new Set(firstWords)].toSorted() };
}

/** Writes the list of files for offline use into the built service worker. */
export function nameOfflineParts(folder: string): void {
  const { parts, places } = offlineParts(folder);
  const path = join(folder, 'service-worker.js');
  const list = (names: readonly string[]): string =>
    names.map((each) => JSON.stringify(each)).join(',');
  const text = readFileSync(path, 'utf8')
    .replace("'__PARTS__'", () => list(parts))
    .replace("'__PLACES__'", () => list(places));
  writeFileSync(path, text);
}
