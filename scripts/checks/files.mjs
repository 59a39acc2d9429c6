import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const longest = 400;
const counted = /\.(ts|tsx|mjs|css|sql)$/;
/** File names of sources: kebab-case, with any number of extensions. */
const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/;
const named = /\.(tsx?|mjs|js|css|mdx|sql)$/;
const vagueNames = /^(utils?|common|helpers?|core|lib|managers?)$/i;

/** Lists every file that is in the repository, or that is new and not ignored. */
export function sourceFiles(folder) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(folder, path)));
}

function isVague(path) {
  return path
    .split('/')
    .some(
      (part) => vagueNames.test(part.split('.')[0]) || /(Utils?|Helpers?|Manager)\.\w+$/.test(part),
    );
}

function lines(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/**
 * Finds files that are too long, have a vague name, or are not named in kebab-case. Returns a
 * sentence for each.
 */
export function findFileFaults(folder, paths) {
  const long = paths
    .filter((path) => counted.test(basename(path)))
    .map((path) => ({ path, count: lines(readFileSync(join(folder, path), 'utf8')) }))
    .filter(({ count }) => count > longest)
    .map(({ path, count }) => `${path} has ${count} lines; ${longest} is the most`);
  const vague = paths.filter(isVague).map((path) => `${path} has a name that says nothing`);
  const odd = paths
    .filter((path) => named.test(path) && !kebabCase.test(basename(path)))
    .map((path) => `${path} is not named in kebab-case`);
  return [...long, ...vague, ...odd];
}
