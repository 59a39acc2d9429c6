/**
 * Layers (floors) of the repository. A file imports from lower floors or from its own folder, never
 * from a neighbour on its own floor. Tests and test helpers may also import from higher floors:
 * they test a part together with the code that uses it.
 */
const tests = '\\.(test|rules|spec)\\.tsx?$|[./]testing\\.|/testing/|vitest\\.config\\.ts$';

const server = (path) => `^apps/server/src/${path}`;
const web = (path) => `^apps/web/src/${path}`;

/**
 * Files of `from` may only import from the folders `down` of the same app, and from their own
 * folder (the first group of `from`).
 */
function floor(name, app, from, down) {
  return {
    name,
    severity: 'error',
    from: { path: app(from), pathNot: tests },
    to: { path: app(''), pathNot: [...down.map((folder) => app(folder)), app('$1/')] },
  };
}

const platform = ['platform/'];
const database = [...platform, 'db/'];
const services = [...database, 'domain/', 'http/', 'jobs/', 'mail/', 'files/'];
const projected = [...services, 'projections/'];
const slices = [...projected, 'features/', 'realtime/'];

const wording = ['language/'];
const ground = [...wording, 'api/', 'ui/', 'content/'];
const device = [...ground, 'device/'];
const presence = [...device, 'session/', 'theme/'];
const editor = [...presence, 'editor/'];
const parts = [...editor, 'features/'];
const pages = [...parts, 'pages/'];
const layouts = [...pages, 'layouts/'];

const builtIn = { dependencyTypes: ['core'] };
const notTests = (path) => ({ path, pathNot: tests });

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'dependencies-are-listed',
      comment: 'What a workspace imports stands in its package.json.',
      severity: 'error',
      from: { pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'nothing-imports-a-test',
      comment: 'The tools test and measure the product: they share the helpers of its tests.',
      severity: 'error',
      from: { pathNot: `${tests}|^(driver|e2e|benchmarks)/` },
      to: { path: tests },
    },

    {
      name: 'packages-import-no-package',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(packages|apps|driver|e2e|benchmarks)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'apps-import-no-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^(apps|driver|e2e|benchmarks)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'packages-have-one-door',
      severity: 'error',
      from: notTests('^(apps|driver|e2e|benchmarks)/'),
      to: {
        path: '^packages/',
        pathNot:
          '^packages/[^/]+/src/(index|formats/(files|kind)|(protocol|client|server)/index|testing/(memory|simulation))\\.ts$',
      },
    },
    {
      name: 'sync-is-bytes-only',
      comment: 'No Node, DOM, SQL or ProseMirror: Yjs and its codecs, nothing else.',
      severity: 'error',
      from: notTests('^packages/sync/src/'),
      to: { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/(yjs|y-protocols|lib0)/' },
    },
    {
      name: 'document-schema-knows-no-format',
      comment: 'Formats and differences are built on the schema, and not on each other.',
      severity: 'error',
      from: notTests('^packages/document/src/(schema|suggestions|formats)/'),
      to: {
        path: '^packages/document/src/(formats|diff)/',
        pathNot: '^packages/document/src/$1/',
      },
    },
    {
      name: 'sync-sides-know-the-protocol-only',
      comment: 'A client and a server share the frames and nothing else; frames know neither.',
      severity: 'error',
      from: notTests('^packages/sync/src/(client|server|protocol)/'),
      to: { path: '^packages/sync/src/(client|server)/', pathNot: '^packages/sync/src/$1/' },
    },
    {
      name: 'pages-run-no-server',
      severity: 'error',
      from: notTests('^apps/web/'),
      to: { path: '^packages/sync/src/server/' },
    },
    {
      name: 'the-server-runs-no-page',
      severity: 'error',
      from: notTests('^apps/server/'),
      to: { path: '^packages/sync/src/client/' },
    },
    {
      name: 'packages-know-no-node',
      comment: 'They run in the browser too, except the embedded PostgreSQL.',
      severity: 'error',
      from: notTests('^packages/(?!embedded-postgres/)'),
      to: builtIn,
    },
    {
      name: 'pages-know-no-database',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^packages/embedded-postgres/' },
    },

    floor('server-0-platform', server, '(platform)/', []),
    floor('server-1-db', server, '(db)/', platform),
    floor('server-2-services', server, '(domain|http|jobs|mail|files)/', database),
    floor('server-3-projections', server, '(projections)/', services),
    floor('server-4-slices', server, '(features/[^/]+|realtime)/', projected),
    floor(
      'server-5-app',
      server,
      '(app|app-admin|app-routes|app-services|app-ports|app-events)\\.ts$',
      [...slices, 'app-routes\\.ts$', 'app-services\\.ts$', 'app-ports\\.ts$', 'app-events\\.ts$'],
    ),
    floor('server-6-commands', server, '(backup)/', [...projected, 'realtime/']),
    {
      name: 'server-7-main',
      comment: 'Nothing imports the process.',
      severity: 'error',
      from: {},
      to: { path: server('main\\.ts$') },
    },

    {
      name: 'document-tasks-run-in-their-processes',
      comment: 'They take as long as a document is large: the server calls them through workers.',
      severity: 'error',
      from: {
        path: server(''),
        pathNot: `${tests}|${server('realtime/(document-process|tasks)\\.ts$')}`,
      },
      to: { path: server('realtime/(tasks|copy-tasks)\\.ts$') },
    },

    floor('web-0-wording', web, '(language)/', []),
    floor('web-0-ground', web, '(api|ui|content)/', wording),
    floor('web-1-device', web, '(device)/', ground),
    floor('web-2-presence', web, '(session|theme)/', device),
    floor('web-3-editor', web, '(editor)/', presence),
    floor('web-4-features', web, '(features/[^/]+)/', editor),
    floor('web-5-pages', web, '(pages)/', parts),
    floor('web-5-site', web, '(site)/', parts),
    floor('web-6-layouts', web, '(layouts)/', pages),
    floor('web-7-app', web, '(app)/', layouts),
    floor('web-8-entry', web, '([^/]+)$', [...layouts, 'app/']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Dependencies of the root package.json count for all workspaces.
    combinedDependencies: true,
    babelConfig: { fileName: 'scripts/checks/keep-imports.babel.mjs' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
