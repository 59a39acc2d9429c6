import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { languages } from '@longhand/contract';
import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { earlyScript } from '../src/api/early-script.ts';
import { layoutModules, routes, type PageRoute } from '../src/app/routes.ts';
import { PageShell } from '../src/theme/page-shell.tsx';
import { entryModule, type BuildFiles } from './build-files.ts';
import { catalogName, readTranslations } from './languages.ts';

/** Folder of the pages by route. The server reads it in `pages.ts`. */
const place = '__routes';

/** Returns the paths of the modules of a route: its layouts, and its page. */
export const sourcesOfPage = ({ layout, page }: PageRoute): readonly string[] =>
  [...layoutModules[layout], `pages/${page}.tsx`].map((path) => `src/${path}`);

/**
 * Entry points of the build. Pages are among them, although they are loaded later: the chunks that
 * they share are chosen by what each of them loads at once.
 */
export const entryModules: readonly string[] = [
  ...new Set([entryModule, ...routes.flatMap(sourcesOfPage)]),
];

/** Areas whose pages show one object of the same path in the API, and its kind. */
const objects: ReadonlyMap<string, 'document' | 'project'> = new Map([
  ['documents', 'document'],
  ['projects', 'project'],
]);

/** English texts of a page before its scripts run. */
const english = {
  skip: 'Skip to content',
  description: 'Collaborative writing and editing for modern teams.',
};

/** Renders a page of the application. */
export function renderShell(props: ComponentProps<typeof PageShell>): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(createElement(PageShell, props))}`;
}

/** Renders the page of a build in English, or of development. */
export const renderEnglishShell = (
  files: Pick<ComponentProps<typeof PageShell>, 'styles' | 'entry' | 'script'>,
): string => renderShell({ language: 'en', texts: english, ...files });

/** Returns the modules of a route with those of its layouts, in the order in which they run. */
export function modulesOfRoute(route: PageRoute, { modulesOf }: BuildFiles): string[] {
  return [...new Set([entryModule, ...sourcesOfPage(route)].flatMap(modulesOf))];
}

/**
 * Returns the inline script of a route. It starts the first calls of the API, connects to the live
 * channel, and preloads all modules of the route. Otherwise the browser would learn of them one
 * after the other, as scripts are loaded and run.
 */
function scriptOf(route: PageRoute, files: BuildFiles): string {
  const [area = '', param] = route.path.split('/');
  const object = param === undefined ? undefined : objects.get(area);
  return earlyScript(object ?? null, modulesOfRoute(route, files));
}

/** Path of the page of each route of signed-in users. A parameter is `_`: `documents/_`. */
function scripts(
  files: BuildFiles,
): readonly (readonly [path: string, script: string | undefined])[] {
  return routes.flatMap((route) =>
    route.layout === 'none'
      ? []
      : [[join(place, route.path.replace(/:[^/]+$/, '_')), scriptOf(route, files)] as const],
  );
}

/** Returns the texts of a page in a language, and the script with its translations. */
async function wordingOf(language: string, { assets }: BuildFiles) {
  if (language === 'en') return { language, texts: english, catalog: undefined };
  const prefix = `/assets/${catalogName(language)}-`;
  const catalog = assets.find((name) => name.startsWith(prefix));
  if (catalog === undefined) throw new Error(`The translations of ${language} were not built.`);
  const known = new Map(
    (await readTranslations(language)).map(({ source, text }) => [source, text]),
  );
  const { skip, description } = english;
  return {
    language,
    texts: { skip: known.get(skip) ?? skip, description: known.get(description) ?? description },
    catalog,
  };
}

/**
 * Writes the pages of the application: one for each route of signed-in users, at the path of the
 * route, and one for all other routes. Each is written once per language, `_.de.html` beside
 * `_.html`: the server selects by the language of the user or of the browser.
 */
export async function writeAppPages(folder: string, files: BuildFiles): Promise<void> {
  const { entry, styles } = files;
  const pages = [['__spa-fallback', undefined] as const, ...scripts(files)];
  const shared = files.modulesOf(entryModule);
  for (const language of languages) {
    const wording = await wordingOf(language, files);
    for (const [path, script] of pages) {
      const target = join(folder, `${path}${language === 'en' ? '' : `.${language}`}.html`);
      mkdirSync(dirname(target), { recursive: true });
      const modules = script === undefined ? shared : undefined;
      writeFileSync(target, renderShell({ ...wording, script, modules, styles, entry }));
    }
  }
}
