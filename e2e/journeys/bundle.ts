import { build } from 'vite';
import { join } from 'node:path';
import { texts } from '../../apps/web/vite/languages.ts';

/** Path of the pages' module of this name, for an import in a script. */
export const webModulePath = (name: string): string =>
  join(import.meta.dirname, '../../apps/web/src', name);

/** Bundles the source of a module, with what it imports, into a script for a page. */
export async function bundle(source: string): Promise<string> {
  const entry = 'virtual:entry';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
    plugins: [
      texts(),
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []))
    .join('\n');
}
