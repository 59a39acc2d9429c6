import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages, whose language is English. */
const folder = 'apps/web/src/';

/** Days in a text are written in the language of its reader. */
const exempt = new Set(['apps/web/src/editor/blocks/leaves/day.ts']);

/**
 * A formatter whose locale is neither English nor `dateLocale`. A formatter without any options is
 * only asked for the time zone.
 */
const foreign =
  /(?:\.toLocale\w+|\bIntl\.\w+Format)\((?!\s*(?:dateLocale\b|'en)|\)\.resolvedOptions\(\)\.timeZone)/;

/** Returns the numbers of the lines in which a source formats in the language of the browser. */
export function foreignLines(source) {
  return source.split('\n').flatMap((line, at) => (foreign.test(line) ? [at + 1] : []));
}

/**
 * Finds pages that format dates or numbers in the language of the browser. Returns a sentence for
 * each place.
 */
export function findForeignFormats(root, files) {
  return files
    .filter((file) => file.startsWith(folder) && /\.tsx?$/.test(file))
    .filter((file) => !exempt.has(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      foreignLines(readFileSync(join(root, file), 'utf8')).map(
        (line) => `${file}:${line} formats in the language of the browser; use dateLocale or 'en'`,
      ),
    );
}
