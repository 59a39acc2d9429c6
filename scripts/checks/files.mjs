import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const longest = 400;
const counted = /\.(ts|tsx|mjs|css|sql)$/;
const vagueNames = /^(utils?|common|helpers?|core|lib|managers?)$/i;

/** Every file that is, or is about to be, in the repository. */
export function sourceFiles(folder) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(folder, path)));
}

function isVague(path) {
  return path.split('/').some((part) => vagueNames.test(part.split('.')[0]) || /(Utils?|Helpers?|Manager)\.\w+$/.test(part));
}

function lines(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** What is wrong with the files themselves: too long, or named after nothing. Answers sentences. */
export function findFileFaults(folder, paths) {
  const long = paths
    .filter((path) => counted.test(basename(path)))
    .map((path) => ({ path, count: lines(readFileSync(join(folder, path), 'utf8')) }))
    .filter(({ count }) => count > longest)
    .map(({ path, count }) => `${path} has ${count} lines; ${longest} is the most`);
  const vague = paths.filter(isVague).map((path) => `${path} has a name that says nothing`);
  return [...long, ...vague];
}
