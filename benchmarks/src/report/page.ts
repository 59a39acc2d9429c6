import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem, version } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const path = join(import.meta.dirname, '../../../docs/benchmarks.md');
const begin = '<!-- figures -->';
const end = '<!-- end of figures -->';

/** Writes figures into docs/benchmarks.md; the surrounding text is written by hand. */
export async function writePage(figures: string): Promise<void> {
  await writeFile(path, replaceFigures(await readFile(path, 'utf8'), figures));
}

/**
 * Returns the page with new figures between its two markers.
 *
 * @throws if the page has no markers
 */
export function replaceFigures(page: string, figures: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error('the page has no place for figures');
  return `${page.slice(0, from + begin.length)}\n\n${figures}\n\n${page.slice(to)}`;
}

/** Returns one line about the date, commit, machine and load of a measurement. */
export async function describeMeasurement(rounds: number): Promise<string> {
  const git = promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
  });
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
