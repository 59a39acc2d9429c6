import { use, type ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { layoutModules, routes } from './routes.ts';

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
  const start = async (): Promise<ComponentType> => {
    try {
      content = (await importModule()).default;
      return content;
    } catch (error) {
      loading = null;
      if (!isStarted) throw error;
      location.reload();
      return new Promise(() => undefined);
    }
  };
  const load = (): Promise<ComponentType> => (loading ??= start());
  return {
    load,
    Component() {
      const Content = content ?? use(load());
      return <Content />;
    },
  };
}

const parts = new Map<string, Loaded>();

/**
 * Returns the component of a module: the same one for all of its routes.
 *
 * @param path path within `src`, such as `pages/auth.tsx`
 */
function partAt(path: string): Loaded {
  const part = parts.get(path) ?? loadedFrom(`../${path}`);
  parts.set(path, part);
  return part;
}

/** Returns a route with its page, in the layouts around it. */
function inLayouts(layouts: readonly Loaded[], children: RouteObject[]): RouteObject[] {
  return layouts.reduceRight<RouteObject[]>(
    (inner, { Component, load }) => [{ element: <Component />, handle: load, children: inner }],
    children,
  );
}

/** The routes with their components. Routes in one layout share it: it stays between them. */
export const routeObjects: RouteObject[] = (['none', 'work', 'protected'] as const).flatMap(
  (layout) =>
    inLayouts(
      layoutModules[layout].map(partAt),
      routes
        .filter((route) => route.layout === layout)
        .map(({ path, page }) => {
          const { Component, load } = partAt(`pages/${page}.tsx`);
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
