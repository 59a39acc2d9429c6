import type { Plugin } from 'vite';
import type * as Render from '../src/site/render.tsx';

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
            styles: [],
            script: '',
            parts: '/src/site/islands/parts.ts',
            // The components load their style sheets.
            modules: ['/src/site/render.tsx', '/src/site/scripts/site.ts'],
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
