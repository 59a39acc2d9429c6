import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Page that defines the numbered rules, and the folder of their code and tests. */
const page = 'packages/sync/SPEC.md';
const folder = 'packages/sync/src/';

/** A mark, or a range of marks. */
const mark = /\[([A-Z]+)(\d+)\](?: to \[\1(\d+)\])?/g;

/** Returns the marks in a text, with ranges expanded. */
const marksIn = (text) =>
  [...text.matchAll(mark)].flatMap(([, letters, first, last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${letters}${Number(first) + at}`,
    ),
  );

/** Returns the lines of a source that are not comments. */
const codeOf = (source) => source.split('\n').filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));

/**
 * Compares the rules of a specification with the code. Returns a sentence for each rule that is
 * defined twice, that no test cites in its title, or that is cited and not defined.
 *
 * @param specification text in which each rule is a list item that begins with its mark
 * @param sources pairs of a path and its text
 */
export function compareRules(specification, sources) {
  const defined = [...specification.matchAll(/^- \[([A-Z]+\d+)\]/gm)].map(([, id]) => id);
  const isTest = (file) => /\.(?:test|rules)\.ts$/.test(file);
  const tested = new Set(
    sources.flatMap(([file, text]) => (isTest(file) ? codeOf(text).flatMap(marksIn) : [])),
  );
  const known = new Set(defined);
  return [
    ...defined
      .filter((id, at) => defined.indexOf(id) !== at)
      .map((id) => `${page}: [${id}] is defined twice`),
    ...[...known].filter((id) => !tested.has(id)).map((id) => `${page}: no test cites [${id}]`),
    ...[specification, ...sources.map(([, text]) => text)]
      .flatMap((text, at) => marksIn(text).map((id) => [id, at === 0 ? page : sources[at - 1][0]]))
      .filter(([id]) => !known.has(id))
      .map(([id, file]) => `${file}: [${id}] is not defined in ${page}`),
  ];
}

/**
 * Checks the rules of the live channel: see {@link compareRules}.
 *
 * @param root folder of the repository
 * @param files paths of all sources
 */
export function findRuleFaults(root, files) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const sources = files.filter((file) => file.startsWith(folder) && file.endsWith('.ts'));
  return compareRules(
    read(page),
    sources.map((file) => [file, read(file)]),
  );
}
