import { endpoints } from '@longhand/contract';
import type { Plugin } from 'vite';

/**
 * Puts only the method and the path of every call into the built pages, and nothing else of the
 * contract. Otherwise a page that only requests the current user would fetch every schema, and the
 * validation library (31 KB brotli). The table must include every property that `caller.ts` reads.
 * In development and in tests, `caller.ts` reads the contract itself.
 */
export function callTable(): Plugin {
  const table = Object.entries(endpoints).map(([name, { method, path }]) => [
    name,
    { method, path },
  ]);
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
