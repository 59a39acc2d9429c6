import { use, type ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { routes, type Frame } from './routes.ts';

type PageModule = { readonly default: ComponentType };

const modules = import.meta.glob<PageModule>(['../pages/*.tsx', '../layouts/*-layout.tsx']);

/** True when the first page is shown: until then, a page that cannot be loaded is an error. */
let isStarted = false;

/** A component whose module is loaded when it is first needed. */
type Loaded = { readonly load: () => Promise<unknown>; readonly Component: ComponentType };

/**
 * Creates the component of a module. A module that cannot be loaded belongs to an older build than
 * the server has: the page is loaded again, at the URL that it has by then.
 *
 * @throws if there is no module with that path
 */
function loadedFrom(path: string): Loaded {
  const importModule = modules[path];
  if (importModule === undefined) throw new Error(`There is no module ${path}`);
  let content: ComponentType | null = null;
  let loading: Promise<ComponentType> | null = null;
  async function start(importNow: () => Promise<PageModule>): Promise<ComponentType> {
    try {
      content = (await importNow()).default;
      return content;
    } catch (error) {
      loading = null;
      if (!isStarted) throw error;
      location.reload();
      return new Promise(() => undefined);
    }
  }
  const load = (): Promise<ComponentType> => (loading ??= start(importModule));
  return {
    load,
    Component() {
      const Content = content ?? use(load());
      return <Content />;
    },
  };
}

/** Modules around the pages of each frame, the outermost first. */
const frames: Readonly<Record<Frame, readonly Loaded[]>> = (() => {
  const [outer, work] = ['protected', 'work'].map((name) =>
    loadedFrom(`../layouts/${name}-layout.tsx`),
  ) as [Loaded, Loaded];
  return { none: [], protected: [outer], work: [outer, work] };
})();

/** Returns a route with its page, in the layouts around it. */
function inLayouts(layouts: readonly Loaded[], children: RouteObject[]): RouteObject[] {
  return layouts.reduceRight<RouteObject[]>(
    (inner, { Component, load }) => [{ element: <Component />, handle: load, children: inner }],
    children,
  );
}

const pages = new Map<string, Loaded>();

/** Returns the component of a page: the same one for all of its routes. */
function pageNamed(name: string): Loaded {
  const page = pages.get(name) ?? loadedFrom(`../pages/${name}.tsx`);
  pages.set(name, page);
  return page;
}

/** The routes with their components. Routes in one layout share it: it stays between them. */
export const routeObjects: RouteObject[] = (['none', 'work', 'protected'] as const).flatMap(
  (frame) =>
    inLayouts(
      frames[frame],
      routes
        .filter((route) => route.frame === frame)
        .map(({ path, page }) => {
          const { Component, load } = pageNamed(page);
          return { path, element: <Component />, handle: load };
        }),
    ),
);

/** Loads all modules of a path at once: its layouts and its page. */
export function loadModules(pathname: string): Promise<unknown> {
  const matches = matchRoutes(routeObjects, pathname) ?? [];
  return Promise.all(matches.map(({ route }) => (route.handle as Loaded['load'])()));
}

/** Loads the modules of the first page, before anything is rendered. */
export async function loadFirstModules(): Promise<void> {
  await loadModules(location.pathname);
  isStarted = true;
}
