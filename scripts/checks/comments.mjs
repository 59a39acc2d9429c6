import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const widest = 100;
const commented = /\.(ts|tsx|mjs|js|sql)$/;
/** Pages about the product. Templates and the demo's texts are examples of users' writing. */
const written = /^(?:README\.md|docs\/.*\.md|packages\/.*\.md|apps\/web\/src\/content\/.*\.mdx)$/;
/** Lines of a comment. Directives of the linter cannot be wrapped, nor can addresses. */
const commentLine = /^\s*(\/\*\*?|\*|\/\/|--)\s/;
const unbreakable = /lint-disable|https?:\/\//;
/** Docstrings that begin with a clause instead of a verb or a noun phrase. */
const headless =
  /\/\*\*\s+(?:\*\s+)?(Answers|How|Nobody|Somebody|Someone|Tells|That|What|Whatever|When|Where|Whether|Which|Who|Whoever|Whose|Why)\s/g;

/**
 * Phrases without a named subject. Write which user, client or process it is: "the author", "a
 * reviewer", "another process".
 */
const banned = /\b(?:anybody|nobody|somebody|everybody|whoever|whomever|oneself|one's own)\b/i;
/** Quoted text is given by others: names in code, titles of tests, text of the interface. */
const quoted = /`[^`]*`|“[^”]*”|"[^"]*"/g;
const isPage = /\.mdx?$/;
/** Sources whose strings users and readers of the API see. */
const isShown = /^(?:apps|packages\/contract)\/(?!.*(?:test\.|testing[./])).*\.tsx?$/;

function bannedIn(lines, path) {
  return lines.flatMap((line, i) => {
    const isComment = commentLine.test(line);
    if (!isPage.test(path) && !isShown.test(path) && !isComment) return [];
    const isProse = isPage.test(path) || isComment;
    const found = banned.exec(isProse ? line.replaceAll(quoted, '') : line);
    return found === null ? [] : [`${path}:${i + 1} says "${found[0]}": name the subject`];
  });
}

/**
 * Finds comment lines over 100 columns, docstrings that begin with a clause, and banned phrases in
 * comments, pages and the interface.
 * @returns a sentence for each fault of a file
 */
export function faultsOf(text, path) {
  const lines = text.split('\n');
  const phrases = bannedIn(lines, path);
  if (isPage.test(path)) return phrases;
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
  return [...wide, ...heads, ...phrases];
}

/** Finds faults of comments in files of the repository. Returns a sentence for each. */
export function findCommentFaults(folder, paths) {
  return paths
    .filter((path) => commented.test(path) || written.test(path))
    .flatMap((path) => faultsOf(readFileSync(join(folder, path), 'utf8'), path));
}
