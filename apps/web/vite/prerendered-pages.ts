import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'vite';

/** A prerendered page: its inline module script and its preloaded modules. */
type Page = { readonly starting: string; readonly parts: readonly string[] };

const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
/** Precedes the last statement of `first-sign.js`, the function that it exports. */
const exported = /^export default /m;
const lastImport = /import\(("[^"]+")\);?\s*$/;

function read(html: string, path: string): Page {
  const starting = moduleScript.exec(html)?.[1];
  if (starting === undefined || !lastImport.test(starting))
    throw new Error(`${path} does not start as pages are known to.`);
  return { starting, parts: [...html.matchAll(preload)].map(([, href = '']) => href) };
}

/**
 * Writes the inline script that starts a page to a file and returns its URL. The last import is
 * awaited, so that a failed fetch is reported.
 */
function writeEntry(assets: string, starting: string): string {
  const text = starting.replace(lastImport, 'await import($1);');
  const name = `start-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`;
  writeFileSync(join(assets, name), text);
  return `/assets/${name}`;
}

/** Returns an expression for the function that `first-sign.js` exports, minified. */
function readLoader(): string {
  const source = readFileSync(new URL('../first-sign.js', import.meta.url), 'utf8');
  const body = source.replace(exported, 'return ');
  // Called, so that minification does not remove the function as unused.
  const { code, errors } = minifySync('first-sign.js', `(() => {${body}})()()`);
  if (errors.length > 0 || body === source) throw new Error('first-sign.js cannot be read.');
  return code.trim().replace(/\(\);?$/, '');
}

/**
 * Writes two variants of each prerendered page. `index.html` fetches no script until the first user
 * input (`first-sign.js`). `member.html` is the original, for visitors with a session. Why:
 * docs/decisions/0024-deferred-hydration.md.
 */
export function makeQuietPages(folder: string): void {
  const loader = readLoader();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/(?:^|[\\/])index\.html$/.test(name)) continue;
    const path = join(folder, name);
    const html = readFileSync(path, 'utf8');
    const { starting, parts } = read(html, name);
    const entry = writeEntry(join(folder, 'assets'), starting);
    const script = `<script>${loader}(${JSON.stringify(entry)},${JSON.stringify([entry, ...parts])})</script>`;
    writeFileSync(join(path, '../member.html'), html.replace('<html ', '<html data-member="" '));
    writeFileSync(
      path,
      html.replaceAll(preload, '').replace(moduleScript, () => script),
    );
  }
}
