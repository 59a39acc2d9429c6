import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const widest = 100;
const commented = /\.(ts|tsx|mjs|js)$/;
/** Lines of a comment. Directives of the linter cannot be wrapped, nor can addresses. */
const commentLine = /^\s*(\/\*\*?|\*|\/\/)\s/;
const unbreakable = /lint-disable|https?:\/\//;
/** Docstrings that begin with a clause instead of a verb or a noun phrase. */
const headless =
  /\/\*\*\s+(?:\*\s+)?(Answers|How|Nobody|Somebody|Someone|Tells|That|What|Whatever|When|Where|Whether|Which|Who|Whoever|Whose|Why)\s/g;

/**
 * Finds comment lines over 100 columns and docstrings that begin with a clause.
 * @returns a sentence for each fault of a file
 */
export function faultsOf(text, path) {
  const lines = text.split('\n');
  const wide = lines.flatMap((line, i) =>
    [...line].length > widest && commentLine.test(line) && !unbreakable.test(line)
      ? [
          `${path}:${i + 1} has a comment line of ${[...line].length} columns; ${widest} is the most`,
        ]
      : [],
  );
  const heads = [...text.matchAll(headless)].map(({ 1: word, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${path}:${line} begins a docstring with "${word}": use a verb or a noun phrase`;
  });
  return [...wide, ...heads];
}

/** Finds faults of comments in files of the repository. Returns a sentence for each. */
export function findCommentFaults(folder, paths) {
  return paths
    .filter((path) => commented.test(path))
    .flatMap((path) => faultsOf(readFileSync(join(folder, path), 'utf8'), path));
}
