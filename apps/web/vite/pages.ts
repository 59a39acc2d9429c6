import { join } from 'node:path';
import type { Plugin } from 'vite';
import { renderEnglishShell, writeAppPages } from './app-pages.ts';
import { entryModule, filesOf } from './build-files.ts';
import { nameOfflineParts } from './offline-parts.ts';
import { buildSite } from './site.ts';

/**
 * Writes all pages after the build of their scripts: pages of the application, without content, and
 * the public pages.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = filesOf(bundle);
      await writeAppPages(dir, files);
      nameOfflineParts(dir, files);
      await buildSite(dir);
    },
  };
}

/** Serves the page of the application in development, for each path that nothing else serves. */
export function pagesInDevelopment(): Plugin {
  return {
    name: 'pages-in-development',
    apply: 'serve',
    configureServer(server) {
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            const { originalUrl = '/' } = request;
            const isPage = request.headers.accept?.includes('text/html') === true;
            if (request.method !== 'GET' || !isPage) return next();
            const html = renderEnglishShell({ styles: [], entry: join('/', entryModule) });
            const page = await server.transformIndexHtml(originalUrl, html);
            response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
          } catch (error) {
            next(error);
          }
        });
      };
    },
  };
}
