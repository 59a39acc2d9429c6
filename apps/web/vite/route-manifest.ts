import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of the router's manifest about one route that is read here. */
export type Route = {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
  css?: string[];
};
/** The files of a build, by route. */
export type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, Route>;
};

const opening = /^window\.__reactRouterManifest\s*=\s*/;

/**
 * Reads the manifest of the router.
 *
 * @throws if its format is unknown
 */
export function readManifest(assets: string): { name: string; manifest: Manifest } {
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  const text = name === undefined ? '' : readFileSync(join(assets, name), 'utf8');
  if (name === undefined || !opening.test(text))
    throw new Error('The list of pages is not as it is known to be.');
  return { name, manifest: JSON.parse(text.replace(opening, '').replace(/;\s*$/, '')) as Manifest };
}

/** True if a route is the route `id` or one of its descendants. */
export function isBelow(route: Route | undefined, id: string, routes: Manifest['routes']): boolean {
  if (route === undefined) return false;
  return route.id === id || isBelow(routes[route.parentId ?? ''], id, routes);
}
