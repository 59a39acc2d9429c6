import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Parts of a pattern that are not literal, and the expressions for them. */
const special: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '*': '[^/]*', '?': '[^/]' };

const literal = (text: string): string => text.replaceAll(/[.+^$(){}|[\]\\]/g, '\\$&');

/**
 * Returns an expression for a pattern of a `.dockerignore`. Unlike in other globs, `*` matches
 * names that begin with a dot.
 */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.match(/\*\*\/|./g) ?? [];
  return new RegExp(`^${parts.map((part) => special[part] ?? literal(part)).join('')}$`);
}

/**
 * Returns whether a path of the build context is left out, by the patterns of a `.dockerignore`:
 * the last pattern that matches the path or a folder that contains it decides.
 *
 * @param patterns the lines of the file
 */
export function isIgnored(patterns: readonly string[], path: string): boolean {
  const parts = path.split('/');
  const paths = parts.map((_part, at) => parts.slice(0, at + 1).join('/'));
  const last = patterns.findLast((pattern) => {
    const expression = expressionOf(pattern.replace(/^!/, ''));
    return paths.some((each) => expression.test(each));
  });
  return last !== undefined && !last.startsWith('!');
}

/** Returns the patterns of a `.dockerignore`. */
export async function readIgnored(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** Lists the files of a folder with paths relative to it, links included, folders not. */
async function filesIn(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = join(below, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesIn(folder, path);
  });
  return (await Promise.all(found)).flat();
}

/**
 * Copies the files of a build context that its `.dockerignore` admits.
 *
 * @param from folder of the context; its folders `node_modules` must be ignored
 * @param to folder that receives them
 */
export async function copyContext(from: string, to: string): Promise<void> {
  const patterns = await readIgnored(join(from, '.dockerignore'));
  for (const path of await filesIn(from)) {
    if (isIgnored(patterns, path)) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, path), join(to, path), { verbatimSymlinks: true });
  }
}
