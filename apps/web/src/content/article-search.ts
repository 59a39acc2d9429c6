import type { IndexedArticle } from './article-index.ts';

/** A found article, with an excerpt around the first match. */
export type FoundArticle = Omit<IndexedArticle, 'text'> & { readonly excerpt: string };

/** Folds a text for comparison: removes case and accents. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Splits a query into folded words. */
export function wordsOf(query: string): readonly string[] {
  return fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * Weight of a word by the field that contains it: a title says more about an article than its text.
 */
const weights = { title: 100, summary: 10, text: 1 } as const;

/** Number of characters of the text on each side of the first match. */
const excerptRadius = 80;

function weightOf(article: Readonly<Record<keyof typeof weights, string>>, word: string): number {
  const keys = Object.keys(weights) as (keyof typeof weights)[];
  return keys.reduce((sum, key) => sum + (article[key].includes(word) ? weights[key] : 0), 0);
}

/** Returns the text around the first match, or the summary if the text has none. */
function excerptOf({ text, summary }: IndexedArticle, words: readonly string[]): string {
  // Folding may change the length of a text, so positions are found in a text whose characters were
  // folded one by one.
  const characters = [...text];
  const folded = characters.map((character) => fold(character)[0] ?? ' ').join('');
  const at = Math.min(...words.map((word) => folded.indexOf(word)).filter((index) => index >= 0));
  if (!Number.isFinite(at)) return summary;
  const from = at <= excerptRadius ? 0 : folded.indexOf(' ', at - excerptRadius) + 1;
  const to =
    at + excerptRadius * 2 >= folded.length
      ? folded.length
      : folded.lastIndexOf(' ', at + excerptRadius * 2);
  return `${from > 0 ? '… ' : ''}${characters.slice(from, to).join('')}${to < folded.length ? ' …' : ''}`;
}

/**
 * Returns the articles that contain every word of the query, also within longer words. Matches in
 * titles come first, then those in summaries, otherwise in the order of the index. Returns an empty
 * list for an empty query.
 */
export function findArticles(
  index: readonly IndexedArticle[],
  query: string,
): readonly FoundArticle[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return index
    .map((article) => {
      const folded = {
        title: fold(article.title),
        summary: fold(article.summary),
        text: fold(article.text),
      };
      const wordWeights = words.map((word) => weightOf(folded, word));
      return {
        article,
        rank: wordWeights.includes(0) ? 0 : wordWeights.reduce((sum, weight) => sum + weight, 0),
      };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ article }) => {
      const { text: _, ...facts } = article;
      return { ...facts, excerpt: excerptOf(article, words) };
    });
}
