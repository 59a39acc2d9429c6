import type { Config } from '@react-router/dev/config';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfflineParts } from './vite/offline-parts.ts';
import { writeLanguagePages } from './vite/language-pages.ts';
import { writeRoutePages } from './vite/route-pages.ts';
import { buildSite } from './vite/site.ts';

/**
 * Pages are built once and served as files: public pages with their content, those of signed-in
 * users as an empty page for each route, all others from one fallback page.
 */
export default {
  appDirectory: 'src',
  ssr: false,
  async buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client');
    renameSync(join(folder, 'index.html'), join(folder, '__spa-fallback.html'));
    writeRoutePages(folder);
    await writeLanguagePages(folder);
    nameOfflineParts(folder);
    await buildSite(folder);
  },
} satisfies Config;
