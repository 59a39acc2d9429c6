import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages. They are in the language of the interface, which may not be that of the browser. */
const folder = 'apps/web/src/';

/** Days in a text are written in the language of its reader. */
const exempt = new Set(['apps/web/src/editor/blocks/leaves/day.ts']);

/**
 * A formatter whose locale is neither that of the interface nor English. A formatter without any
 * options is only asked for the time zone.
 */
const foreign =
  /(?:\.toLocale\w+|\bIntl\.\w+Format)\((?!\s*(?:(?:date|number)Locale\b|language\b|'en)|\)\.resolvedOptions\(\)\.timeZone)/;

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
        (line) =>
          `${file}:${line} formats in the language of the browser; use dateLocale or numberLocale`,
      ),
    );
}
