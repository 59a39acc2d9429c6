import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import mdx from '@mdx-js/rollup';
import remarkGfm from 'remark-gfm';
import { build, type InlineConfig, type Plugin, type PluginOption } from 'vite';
import type { Catalog } from '../src/language/language.ts';
import type * as Render from '../src/site/render.tsx';
import { headingIds } from './heading-ids.ts';
import { catalogName, partsCatalogName, readSiteCatalogs, texts } from './languages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Name of the module that loads the interactive parts, without its hash. */
const partsName = 'site-parts';

/** Plugin for articles in MDX. */
export const articles = (): PluginOption => ({
  enforce: 'pre',
  ...mdx({ remarkPlugins: [remarkGfm], rehypePlugins: [headingIds] }),
});

/** Adds the interactive parts of the public pages to the build of the application. */
export function siteParts(): Plugin {
  return {
    name: 'site-parts',
    apply: 'build',
    buildStart() {
      const id = join(root, 'src/site/islands/parts.ts');
      this.emitFile({ type: 'chunk', id, name: partsName, preserveSignature: 'strict' });
    },
  };
}

const common = {
  configFile: false,
  root,
  logLevel: 'warn',
} as const satisfies InlineConfig;

/** Builds the script of the public pages and returns its text. */
async function buildScript(): Promise<string> {
  const built = await build({
    ...common,
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, 'src/site/scripts/site.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const [output] = [built].flat();
  const text = output && 'output' in output ? output.output[0].code.trim() : '';
  // The library of translations alone would take half of what the script may have.
  if (text.includes('@lingui'))
    throw new Error('The script of the public pages imports a module with translated texts.');
  if (text === '' || /<\/script|<!--/i.test(text))
    throw new Error('The script of the public pages cannot be part of a page.');
  return text;
}

/** Builds the components of the public pages for Node, with their style sheet and fonts. */
async function buildComponents(folder: string): Promise<void> {
  await build({
    ...common,
    plugins: [texts(), articles()],
    build: {
      ssr: join(root, 'src/site/render.tsx'),
      ssrEmitAssets: true,
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
    },
  });
}

/**
 * Loads the built components in a language. Texts may be constants of modules, which Node evaluates
 * once per path, so that each language needs a copy of the modules. The components of a language
 * have to render before those of the next one are loaded: the packages that they import are shared.
 *
 * @param catalog the texts of the language; undefined for English
 */
async function loadComponents(
  folder: string,
  language: string,
  catalog: Catalog['messages'] | undefined,
): Promise<typeof Render> {
  const place = join(folder, language);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('js')))
    cpSync(join(folder, name), join(place, name));
  cpSync(join(folder, 'assets'), join(place, 'assets'), { recursive: true });
  globalThis.languageCatalog = catalog && { language, messages: catalog };
  return (await import(
    /* @vite-ignore */ pathToFileURL(join(place, 'render.mjs')).href
  )) as typeof Render;
}

/**
 * Returns the URL of the script in `assets` with a name.
 *
 * @throws if it was not built
 */
function scriptNamed(name: string, assets: readonly string[]): string {
  const file = assets.find((each) => each.startsWith(`${name}-`) && each.endsWith('.js'));
  if (file === undefined) throw new Error(`The script ${name} of the site was not built.`);
  return `/assets/${file}`;
}

/**
 * Writes the public pages into a built application: each as `index.html` for visitors, and as
 * `member.html` for browsers with a session, and in other languages as `index.de.html` beside them.
 * They are HTML with one inline script and load nothing else before the first interaction. Why:
 * docs/decisions/0041-static-public-pages.md, 0066-languages-of-public-pages.md.
 */
export async function buildSite(folder: string): Promise<void> {
  const place = join(folder, '../site');
  await buildComponents(place);
  // Styles, fonts and pictures: the modules run in the build only.
  const own = readdirSync(join(place, 'assets')).filter((name) => !name.endsWith('.js'));
  for (const name of own)
    cpSync(join(place, 'assets', name), join(folder, 'assets', name), { recursive: true });
  const assets = readdirSync(join(folder, 'assets'));
  const catalogs = await readSiteCatalogs();
  const files = {
    styles: own.filter((name) => name.endsWith('.css')).map((name) => `/assets/${name}`),
    script: await buildScript(),
    parts: scriptNamed(partsName, assets),
    languages: ['en', ...catalogs.keys()],
  };
  for (const language of files.languages) {
    const names = language === 'en' ? [] : [catalogName(language), partsCatalogName(language)];
    const { renderSite } = await loadComponents(place, language, catalogs.get(language));
    const pages = renderSite({
      ...files,
      catalogs: names.map((name) => scriptNamed(name, assets)),
    });
    writePages(folder, pages, language === 'en' ? '' : `.${language}`);
  }
  rmSync(place, { recursive: true });
}

/** Writes pages in both variants. `suffix`: of their names, for the language. */
function writePages(folder: string, pages: readonly Render.BuiltPage[], suffix: string): void {
  for (const { path, visitor, member } of pages) {
    const target = join(folder, path);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, `index${suffix}.html`), visitor);
    writeFileSync(join(target, `member${suffix}.html`), member);
  }
}
