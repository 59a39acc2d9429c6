import mdx from '@mdx-js/rollup';
import { reactRouter } from '@react-router/dev/vite';
import remarkGfm from 'remark-gfm';
import { defineConfig } from 'vite';
import { articleIndex } from './vite/articleIndex.ts';
import { callTable } from './vite/callTable.ts';
import { headingIds } from './vite/headingIds.ts';
import { variablesSheet } from './vite/mantineVariables.ts';
import { serviceWorker } from './vite/serviceWorker.ts';

/** Where the API answers while pages are served by Vite. */
const server = process.env['LONGHAND_SERVER'] ?? 'http://127.0.0.1:3000';

/** Left alone, the `Origin` header stays that of the page, which is also the `Host` the server sees. */
const toServer = { target: server, ws: true };

/**
 * What every page begins with, in two files: small ones beside each other pack worse, and each is a request. The first changes only with
 * its parts' versions.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
  {
    name: 'base',
    test: /node_modules\/@tanstack\/(react-query|query-core)\/|\/src\/(api|theme\/(scheme|useTheme)|session\/(SessionProvider|useCurrentUser))/,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [
    callTable(),
    articleIndex(),
    variablesSheet(),
    serviceWorker(),
    { enforce: 'pre', ...mdx({ remarkPlugins: [remarkGfm], rehypePlugins: [headingIds] }) },
    reactRouter(),
  ],
  server: { proxy: { '/api': toServer, '/collab': toServer, '/healthz': toServer } },
  build: {
    // Inlined files would be `data:` addresses, which the content security policy does not allow for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // Found before the first page is served: what is found later reloads the page under whoever is writing in it.
  optimizeDeps: { entries: ['src/root.tsx', 'src/layouts/*.tsx', 'src/pages/*.tsx', 'src/session/**/*.ts'] },
});
