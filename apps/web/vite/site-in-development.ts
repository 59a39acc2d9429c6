import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedLanguage, languageOf } from '@longhand/contract';
import type { Plugin, ViteDevServer } from 'vite';
import type * as Render from '../src/site/render.tsx';
import { readSiteCatalogs } from './languages.ts';

/** Path of the scripts with the texts of the interactive parts, before the language. */
const catalogPath = '/@languages/';

type Catalogs = Awaited<ReturnType<typeof readSiteCatalogs>>;
type Messages = NonNullable<ReturnType<Catalogs['get']>>;
type BuiltPage = Render.BuiltPage;
type Components = ReturnType<typeof createComponents>;

/** Returns the URLs of the style sheets that the rendered modules have imported. */
function stylesOf(server: ViteDevServer): readonly string[] {
  const modules = server.environments['ssr']?.moduleGraph.idToModuleMap.values() ?? [];
  return [...modules].map(({ url }) => url).filter((url) => url.endsWith('.css'));
}

/** The path of a request, and the language that its URL names, or null. */
function partsOf({ originalUrl = '/' }: IncomingMessage & { originalUrl?: string | undefined }) {
  const [path = '/', query = ''] = originalUrl.split(/[?#]/, 2);
  const asked = languageOf(new URLSearchParams(query).get('lang') ?? '');
  return { path: path.replace(/(.)\/$/, '$1'), asked };
}

/** Returns the language in which the server would send a page: `apps/server/src/http/pages.ts`. */
function languageFor(request: IncomingMessage, catalogs: Catalogs): string {
  const { cookie = '', 'accept-language': accepted } = request.headers;
  const stored = languageOf(/(?:^|;\s*)language=([\w-]+)/.exec(cookie)?.[1] ?? '');
  const wanted = partsOf(request).asked ?? stored ?? acceptedLanguage(accepted) ?? 'en';
  return catalogs.has(wanted) ? wanted : 'en';
}

/**
 * Creates the functions that load the components of the public pages. Texts may be constants of
 * modules, so that all modules are loaded again for another language than before. The application
 * shares them, and is English in development.
 */
function createComponents(server: ViteDevServer) {
  let loaded = 'en';
  let last: Promise<unknown> = Promise.resolve();
  function select(language: string, messages: Messages | undefined): void {
    globalThis.languageCatalog = messages && { language, messages };
    if (loaded !== language) server.environments['ssr']?.moduleGraph.invalidateAll();
    loaded = language;
  }
  /** Uses the modules in a language, one use after the other. Without messages: in English. */
  function inLanguage<Result>(
    { language, messages }: { language: string; messages: Messages | undefined },
    use: (components: typeof Render) => Result,
  ): Promise<Result> {
    const next = last.then(async () => {
      select(language, messages);
      return use((await server.ssrLoadModule('/src/site/render.tsx')) as typeof Render);
    });
    last = next.catch(() => undefined);
    return next;
  }
  const inEnglish = <Result>(use: (components: typeof Render) => Result): Promise<Result> =>
    inLanguage({ language: 'en', messages: undefined }, use);
  return { inLanguage, inEnglish };
}

/** Creates the function that renders the public page of a path in a language. */
function createRendering(server: ViteDevServer, { inLanguage }: Components) {
  return (path: string, language: string, catalogs: Catalogs): Promise<BuiltPage | undefined> => {
    const messages = catalogs.get(language);
    return inLanguage({ language, messages }, ({ renderSite }) =>
      renderSite({
        styles: stylesOf(server),
        script: '',
        parts: '/src/site/islands/parts.ts',
        catalogs: messages === undefined ? [] : [`${catalogPath}${language}.js`],
        languages: ['en', ...catalogs.keys()],
        modules: ['/src/site/scripts/site.ts'],
      }).find((each) => each.path === path),
    );
  };
}

/** Sends the texts of a language to the interactive parts. */
function sendCatalog(response: ServerResponse, messages: unknown): void {
  const script = `window.languageCatalog=${JSON.stringify({ messages })};`;
  response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script);
}

/** Stores a language that was chosen by a link of our own pages, as the server does. */
function storeChoice(request: IncomingMessage, response: ServerResponse): void {
  const { asked } = partsOf(request);
  if (asked !== null && request.headers['sec-fetch-site'] === 'same-origin')
    response.setHeader('set-cookie', `language=${asked}; Path=/; HttpOnly; SameSite=Lax`);
}

/** Serves the public pages in development, each rendered in the language of the browser. */
export function siteInDevelopment(): Plugin {
  return {
    name: 'site-in-development',
    apply: 'serve',
    configureServer(server) {
      const components = createComponents(server);
      const render = createRendering(server, components);
      let reading: Promise<Catalogs> | null = null;
      let listing: Promise<readonly string[]> | null = null;
      server.watcher.on('change', (file) => {
        if (file.endsWith('.po')) reading = null;
        if (file.endsWith('public-pages.tsx')) listing = null;
      });
      server.middlewares.use(async (request, response, next) => {
        try {
          const { path } = partsOf(request);
          const isCatalog = path.startsWith(catalogPath);
          if (request.method !== 'GET' || (/\.\w+$|^\/[@_]/.test(path) && !isCatalog))
            return next();
          const catalogs = await (reading ??= readSiteCatalogs());
          if (isCatalog)
            return sendCatalog(response, catalogs.get(path.slice(catalogPath.length, -3)) ?? {});
          listing ??= components.inEnglish(({ publicPaths }) => publicPaths);
          if (!(await listing).includes(path)) {
            if (request.headers.accept?.includes('text/html'))
              await components.inEnglish(() => null);
            return next();
          }
          const page = await render(path, languageFor(request, catalogs), catalogs);
          if (page === undefined) return next();
          const isMember = /(?:^|;\s*)session=/.test(request.headers.cookie ?? '');
          const html = await server.transformIndexHtml(path, page[isMember ? 'member' : 'visitor']);
          storeChoice(request, response);
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
