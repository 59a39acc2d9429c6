import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import mdx from '@mdx-js/rollup';
import remarkGfm from 'remark-gfm';
import { build, type InlineConfig, type Plugin, type PluginOption } from 'vite';
import type * as Render from '../src/site/render.tsx';
import { headingIds } from './heading-ids.ts';
import { texts } from './languages.ts';

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
    applyToEnvironment: ({ name }) => name === 'client',
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
async function buildComponents(folder: string): Promise<typeof Render> {
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
  return (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'render.mjs')).href
  )) as typeof Render;
}

/**
 * Writes the public pages into a built application: each as `index.html` for visitors, and as
 * `member.html` for browsers with a session. They are HTML with one inline script and load nothing
 * else before the first interaction. Why: docs/decisions/0041-static-public-pages.md.
 */
export async function buildSite(folder: string): Promise<void> {
  const place = join(folder, '../site');
  const { renderSite } = await buildComponents(place);
  const assets = readdirSync(join(place, 'assets'));
  for (const name of assets)
    cpSync(join(place, 'assets', name), join(folder, 'assets', name), { recursive: true });
  const parts = readdirSync(join(folder, 'assets')).find(
    (name) => name.startsWith(`${partsName}-`) && name.endsWith('.js'),
  );
  if (parts === undefined) throw new Error('The interactive parts of the site were not built.');
  const pages = renderSite({
    styles: assets.filter((name) => name.endsWith('.css')).map((name) => `/assets/${name}`),
    script: await buildScript(),
    parts: `/assets/${parts}`,
  });
  for (const { path, visitor, member } of pages) {
    const target = join(folder, path, 'index.html');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, visitor);
    writeFileSync(join(dirname(target), 'member.html'), member);
  }
  rmSync(place, { recursive: true });
}
