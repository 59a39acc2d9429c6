import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { earlyScript } from '../src/api/early-script.ts';
import { isBelow, readManifest, type Manifest, type Route } from './route-manifest.ts';

/** Folder of the pages by route. The server reads it in `pages.ts`. */
const place = '__routes';

/** The layout of all pages of signed-in users. */
const layout = 'layouts/protected-layout';

/** Areas whose pages show one object of the same path in the API, and its kind. */
const objects: ReadonlyMap<string, 'document' | 'project'> = new Map([
  ['documents', 'document'],
  ['projects', 'project'],
]);

/** Returns a route and the routes around it, the outermost first. */
function chainOf(route: Route, routes: Manifest['routes']): Route[] {
  const parent = routes[route.parentId ?? ''];
  return [...(parent === undefined ? [] : chainOf(parent, routes)), route];
}

/** A module that the fallback page preloads. */
const preloaded = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/**
 * Returns the page of a route: the fallback page, which names all files of the route, starts the
 * first calls of the API, and connects to the live channel. Otherwise the browser would learn of
 * them one after the other, as scripts are loaded and run.
 */
function pageOf(route: Route, html: string, routes: Manifest['routes']): string {
  const chain = chainOf(route, routes);
  const bare = (file: string): string => file.replace(/#.*$/, '');
  const modules = new Set([
    ...[...html.matchAll(preloaded)].map(([, file = '']) => bare(file)),
    ...chain.flatMap(({ module, imports = [] }) => [module, ...imports].map(bare)),
  ]);
  const styles = new Set(chain.flatMap(({ css = [] }) => css.map(bare)));
  const preloads = [...styles]
    .filter((file) => !html.replaceAll('#"', '"').includes(`"${file}"`))
    .map((file) => `<link rel="preload" as="style" href="${file}"/>`);
  const [area = '', param] = (route.path ?? '').split('/');
  const object = param === undefined ? undefined : objects.get(area);
  const script = `<script>${earlyScript(object ?? null, [...modules])}</script>`;
  // In front of the style sheets, for which an inline script would wait.
  const at = html.indexOf('<link rel="modulepreload"');
  const rest = html.slice(at).replaceAll(preloaded, '');
  if (at < 0 || rest.includes('modulepreload'))
    throw new Error('the fallback page preloads modules in another form than expected');
  return html.slice(0, at) + script + preloads.join('') + rest;
}

/**
 * Writes a page for each route of signed-in users, at the path of the route. A parameter, always
 * the last segment, is `_`: `__routes/documents/_.html`.
 */
export function writeRoutePages(folder: string): void {
  const { routes } = readManifest(join(folder, 'assets')).manifest;
  const html = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  for (const route of Object.values(routes)) {
    if (route.path === undefined || !isBelow(route, layout, routes)) continue;
    const path = join(folder, place, `${route.path.replace(/:[^/]+$/, '_')}.html`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, pageOf(route, html, routes));
  }
}
