import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOf } from './install.mjs';
import { packAssets } from './pack.mjs';
import { root, run, say, Trouble } from './programs.mjs';

const web = join(root, 'apps/web');
const builtFrom = join(web, 'build/.built-from');
const notSource = new Set(['node_modules', 'build', 'test-results']);

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (notSource.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

/**
 * Hashes all sources of the pages. By content and not by time: a fresh clone gives every file a new
 * time.
 */
function hashSources() {
  const hash = createHash('sha256');
  for (const folder of [web, join(root, 'packages')]) {
    for (const file of filesIn(folder))
      hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

/** Builds the pages if their sources have changed since the last build. */
export async function ensurePages(node) {
  const hash = hashSources();
  if (existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === hash) return;
  say('Building the pages …');
  const { code, output } = await run(node, [scriptOf('vite'), 'build'], {
    cwd: web,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Trouble(`The pages could not be built:\n${output}`);
  await packAssets(join(web, 'build/client/assets'));
  writeFileSync(builtFrom, hash);
}
