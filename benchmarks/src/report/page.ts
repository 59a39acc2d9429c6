import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem, version } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const path = join(import.meta.dirname, '../../../docs/benchmarks.md');
const begin = '<!-- figures -->';
const end = '<!-- end of figures -->';

/** Writes figures into the page about benchmarks; the words around them are written by hand. */
export async function writePage(figures: string): Promise<void> {
  await writeFile(path, put(await readFile(path, 'utf8'), figures));
}

/** A page with new figures between its two marks. */
export function put(page: string, figures: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error('the page has no place for figures');
  return `${page.slice(0, from + begin.length)}\n\n${figures}\n\n${page.slice(to)}`;
}

/** One line about where and when figures were measured. */
export async function circumstances(rounds: number): Promise<string> {
  const git = promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  const commit = await git.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  );
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return (
    `Measured ${new Date().toISOString().slice(0, 10)} at ${commit}, ${rounds} rounds, on ${cpus().length} × ${cpu?.model ?? 'unknown'}, ` +
    `${gigabytes} GB, ${version()}, Node ${process.version}, load at the end ${loadavg()[0]?.toFixed(1)}.`
  );
}
