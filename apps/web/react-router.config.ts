import type { Config } from '@react-router/dev/config';
import { join } from 'node:path';
import { slugsOf } from './src/content/slugs.ts';
import { nameOfflineParts } from './vite/offline-parts.ts';
import { makeQuietPages } from './vite/prerendered-pages.ts';
import { writeRoutePages } from './vite/route-pages.ts';

const publicPages = [
  '/',
  '/home',
  '/about',
  '/blog',
  '/integrations',
  '/press',
  '/faq',
  '/guides',
  '/documentation',
  '/careers',
  '/careers/apply',
  '/careers/apply/general',
  '/help-center/public',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
];

const articles = {
  blog: '/blog',
  guides: '/guides',
  documentation: '/documentation',
  help: '/help-center/public',
};

/**
 * Pages are built once and served as files: public pages with their content, those of signed-in
 * users as an empty page for each route, all others from one fallback page.
 */
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: [
    ...publicPages,
    ...Object.entries(articles).flatMap(([folder, path]) =>
      slugsOf(folder).map((slug) => `${path}/${slug}`),
    ),
  ],
  buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client');
    makeQuietPages(folder);
    writeRoutePages(folder);
    nameOfflineParts(folder);
  },
} satisfies Config;
