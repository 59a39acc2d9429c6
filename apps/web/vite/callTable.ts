import { endpoints } from '@longhand/contract';
import type { Plugin } from 'vite';

/**
 * Puts method and path of every call into the built pages, and nothing else of the contract: a page that only asks who is signed in
 * would otherwise fetch every schema first, and the library that checks them (31 KB brotli). What `caller.ts` reads of a call has to
 * stand here; while developing, and in tests, it reads the contract itself.
 */
export function callTable(): Plugin {
  const table = Object.entries(endpoints).map(([name, { method, path }]) => [name, { method, path }]);
  return {
    name: 'call-table',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/api\/table\.ts$/ },
      handler: () => `export const endpoints = ${JSON.stringify(Object.fromEntries(table))};`,
    },
  };
}
