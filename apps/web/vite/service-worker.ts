import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { offlineTexts } from './offline-texts.ts';

const source = new URL('../service-worker.js', import.meta.url);

/**
 * Emits the service worker under a fixed name, with its texts in each language and a hash of all
 * file names of the build. A build
 * with other files has a different worker, which browsers detect, and which deletes the cache of
 * the previous one. There is no service worker in development.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const build = createHash('sha256')
        .update(Object.keys(bundle).toSorted().join('\n'))
        .digest('hex')
        .slice(0, 16);
      const texts = JSON.stringify(await offlineTexts());
      const text = readFileSync(source, 'utf8')
        .replace('__BUILD__', build)
        .replace("{ en: '__TEXTS__' }", () => texts);
      if (!text.includes(texts))
        throw new Error('The service worker has another form than expected.');
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: text });
    },
  };
}
