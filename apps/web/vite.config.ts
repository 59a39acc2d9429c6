import { readFileSync } from 'node:fs';
import { languages } from '@longhand/contract';
import { defineConfig } from 'vite';
import { articleIndex } from './vite/article-index.ts';
import { entryModules } from './vite/app-pages.ts';
import { callTable } from './vite/call-table.ts';
import { catalogs, contractSentences, texts } from './vite/languages.ts';
import { inTwoParts } from './vite/of-document.ts';
import { pages, pagesInDevelopment } from './vite/pages.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { articles, siteParts } from './vite/site.ts';
import { siteInDevelopment } from './vite/site-in-development.ts';

/** Origin of the API server while Vite serves the pages. */
const server = process.env['LONGHAND_SERVER'] ?? 'http://127.0.0.1:3000';

/**
 * Proxy options. The `Origin` header is not rewritten: it stays that of the page, which is also the
 * `Host` that the server receives.
 */
const toServer = { target: server, ws: true };

/** True for zod, and for the modules of the contract that use it. */
const isSchema = (id: string): boolean =>
  /\/node_modules\/zod\//.test(id) ||
  (/\/packages\/contract\/src\/[^/]+\.ts$/.test(id) &&
    readFileSync(id, 'utf8').includes("from 'zod'"));

/** Selects the modules that a page loads before it is shown: not those of its dynamic imports. */
const initial: '$initial'[] = ['$initial'];

/**
 * Chunks that several pages share. A few large files compress better than many small ones, and each
 * file is a request. A group with a higher priority is filled first, and includes the imports of
 * its modules that no other group has. A module that fewer than `minShareCount` entry points load
 * stays in their chunks.
 */
const groups = [
  // Changes only with the versions of its packages.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router)\/|vite\/preload-helper/,
    priority: 5,
  },
  // Translated articles, in a file of their language: `articleFile` in the service worker. After
  // `react`, which their modules import.
  ...languages
    .filter((language) => language !== 'en')
    .map((language) => ({
      name: `articles-${language}`,
      test: new RegExp(`/src/content/${language}/`),
      priority: 4.5,
    })),
  ...inTwoParts({
    name: 'base',
    test: /node_modules\/(@tanstack\/(react-query|query-core)|@lingui)\/|\/contract\/src\/(languages|limits|roles|palette|code-points|field-issues|isolate|stored-names)\.ts|\/src\/(api|theme\/(scheme|use-theme)|language\/(?!event-)|session\/(session-provider|use-current-user))|\.module\.css$/,
    priority: 4,
  }),
  // Sentences about events, of activity and notifications.
  {
    name: 'sentences',
    test: /\/(contract\/src\/(activity-|notification-)?sentence(-texts)?|src\/language\/event-sentences|src\/ui\/event-sentence)\.tsx?$/,
    minShareCount: 2,
    priority: 3.4,
  },
  // Schemas, of forms. A page that shows a document loads none before a dialog is opened.
  { name: 'schemas', test: isSchema, minShareCount: 2, priority: 3.5 },
  // Pages of signed-in users.
  ...inTwoParts({
    name: 'app',
    tags: initial,
    test: /node_modules\/@tabler\b|\/packages\/contract\/|\/src\/(ui(?!\/virtual-list)|device|session(?!\/(?:confirm-owner|owner-proof|passkeys|use-factors))|layouts|theme)\//,
    minShareCount: 3,
    priority: 3,
  }),
  // Lists that render only the rows in the window, and the indent of their rows.
  {
    name: 'lists',
    test: /node_modules\/@tanstack\/(react-virtual|virtual-core)\/|\/src\/(ui\/virtual-list|features\/documents\/indent)/,
    minShareCount: 2,
    priority: 2.5,
  },
  // Pages with a document.
  {
    name: 'live',
    tags: initial,
    test: /node_modules\/(yjs|lib0|y-protocols)\/|\/packages\/sync\//,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'editor',
    tags: initial,
    test: /node_modules\/(prosemirror-|@tiptap\/|linkifyjs\/)|\/packages\/(text|document)\/|\/src\/(editor|features\/(document|comments|versions))\//,
    minShareCount: 2,
    priority: 1,
  },
  // Small modules that several features or pages share: each would be a request.
  ...inTwoParts({
    name: 'shared',
    tags: initial,
    test: /node_modules\/@tabler\b|\/src\/(ui\/(drawer|later)|layouts\/places|features\/(requests\/ask|documents\/(use-|indent)))/,
    minShareCount: 2,
    priority: 0.6,
  }),
  ...inTwoParts({
    name: 'features',
    tags: initial,
    test: /\/src\/(features\/(?!documents\/document-list|activity\/)|content\/|pages\/)/,
    minShareCount: 3,
    priority: 0.5,
  }),
  // Icons of menus and dialogs.
  { name: 'icons', test: /node_modules\/@tabler\b/, minShareCount: 2, priority: 0.45 },
  // Comments and panels, which are loaded after the text.
  {
    name: 'beside',
    test: /\/packages\/(text|document)\/|\/src\/(editor|features\/(comments|versions))\//,
    minShareCount: 2,
    priority: 0.4,
  },
];

export default defineConfig(async ({ command }) => ({
  plugins: [
    texts(),
    contractSentences(),
    catalogs(),
    callTable(),
    articleIndex(),
    serviceWorker(),
    articles(),
    siteParts(),
    siteInDevelopment(),
    pagesInDevelopment(),
    pages(),
    ...(command === 'serve' ? [(await import('@vitejs/plugin-react')).default()] : []),
  ],
  // Pages are rendered by plugins.
  appType: 'custom' as const,
  server: { proxy: { '/api': toServer, '/collab': toServer, '/healthz': toServer } },
  build: {
    outDir: 'build/client',
    // Inlined files would be `data:` URLs, which the content security policy does not allow for
    // fonts.
    assetsInlineLimit: 0,
    // Emits a single style sheet, which is about as large as those of a document together.
    cssCodeSplit: false,
    rolldownOptions: {
      input: [...entryModules],
      preserveEntrySignatures: 'exports-only' as const,
      output: { codeSplitting: { groups } },
    },
  },
  // Scanned before the first page is served: a dependency that is discovered later reloads the
  // page, also while a user is writing in it.
  optimizeDeps: {
    entries: [
      'src/main.tsx',
      'src/layouts/*.tsx',
      'src/pages/*.tsx',
      'src/session/**/*.ts',
      'src/site/{islands,scripts}/*',
    ],
  },
}));
