import type { Plugin, ViteDevServer } from 'vite';
import type * as Render from '../src/site/render.tsx';

/** Prepares the page for the components of islands, which the router's plugin reloads in place. */
const refresh = '/@id/virtual:react-router/inject-hmr-runtime';

/** Returns the URLs of the style sheets that the rendered modules have imported. */
function stylesOf(server: ViteDevServer): readonly string[] {
  const modules = server.environments['ssr']?.moduleGraph.idToModuleMap.values() ?? [];
  return [...modules].map(({ url }) => url).filter((url) => url.endsWith('.css'));
}

/** Serves the public pages in development, rendered at each request. */
export function siteInDevelopment(): Plugin {
  return {
    name: 'site-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        try {
          const path = (request.originalUrl ?? '/').replace(/[?#].*$/, '').replace(/(.)\/$/, '$1');
          if (request.method !== 'GET' || /\.\w+$|^\/[@_]/.test(path)) return next();
          const { renderSite } = (await server.ssrLoadModule(
            '/src/site/render.tsx',
          )) as typeof Render;
          const page = renderSite({
            styles: stylesOf(server),
            script: '',
            parts: '/src/site/islands/parts.ts',
            catalogs: [],
            languages: ['en'],
            modules: [refresh, '/src/site/scripts/site.ts'],
          }).find((each) => each.path === path);
          if (page === undefined) return next();
          const isMember = /(?:^|;\s*)session=/.test(request.headers.cookie ?? '');
          const html = await server.transformIndexHtml(path, page[isMember ? 'member' : 'visitor']);
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
