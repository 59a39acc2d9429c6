import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = new URL('../service-worker.js', import.meta.url);

/**
 * Puts the service worker into the built pages, under the name that it always has, with a word in it for all files of the build: a build
 * with other files has another worker, which browsers notice, and which keeps nothing of the one before. There is none while developing.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const build = createHash('sha256').update(Object.keys(bundle).toSorted().join('\n')).digest('hex').slice(0, 16);
      const text = readFileSync(source, 'utf8').replace('__BUILD__', build);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: text });
    },
  };
}
