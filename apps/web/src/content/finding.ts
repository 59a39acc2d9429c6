import type { IndexedArticle } from './article-index.ts';

/** A found article, with an excerpt around the first match. */
export type FoundArticle = Omit<IndexedArticle, 'text'> & { readonly excerpt: string };

/** Folds a text for comparison: removes case and accents. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Splits a query into folded words. */
export function wordsOf(wanted: string): readonly string[] {
  return plain(wanted)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * Weight of a word by the field that contains it: a title says more about an article than its text.
 */
const worth = { title: 100, summary: 10, text: 1 } as const;

/** Number of characters of the text on each side of the first match. */
const around = 80;

function worthOf(article: Readonly<Record<keyof typeof worth, string>>, word: string): number {
  const keys = Object.keys(worth) as (keyof typeof worth)[];
  return keys.reduce((sum, key) => sum + (article[key].includes(word) ? worth[key] : 0), 0);
}

/** Returns the text around the first match, or the summary if the text has none. */
function excerptOf({ text, summary }: IndexedArticle, words: readonly string[]): string {
  // Folding may change the length of a text, so positions are found in a text whose characters were
  // folded one by one.
  const letters = [...text];
  const folded = letters.map((letter) => plain(letter)[0] ?? ' ').join('');
  const at = Math.min(...words.map((word) => folded.indexOf(word)).filter((place) => place >= 0));
  if (!Number.isFinite(at)) return summary;
  const from = at <= around ? 0 : folded.indexOf(' ', at - around) + 1;
  const to =
    at + around * 2 >= folded.length ? folded.length : folded.lastIndexOf(' ', at + around * 2);
  return `${from > 0 ? '… ' : ''}${letters.slice(from, to).join('')}${to < folded.length ? ' …' : ''}`;
}

/**
 * Returns the articles that contain every word of the query, also within longer words. Matches in
 * titles come first, then those in summaries, otherwise in the order of the index. Returns an empty
 * list for an empty query.
 */
export function findArticles(
  index: readonly IndexedArticle[],
  wanted: string,
): readonly FoundArticle[] {
  const words = wordsOf(wanted);
  if (words.length === 0) return [];
  return index
    .map((article) => {
      const folded = {
        title: plain(article.title),
        summary: plain(article.summary),
        text: plain(article.text),
      };
      const worths = words.map((word) => worthOf(folded, word));
      return { article, rank: worths.includes(0) ? 0 : worths.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ article }) => {
      const { area, path, title, summary } = article;
      return { area, path, title, summary, excerpt: excerptOf(article, words) };
    });
}

/**
 * Returns the result of a search in words.
 *
 * @param count number of found articles; null if the index could not be loaded
 */
export function foundStatus(count: number | null): string {
  if (count === null)
    return 'The articles cannot be searched now. Check your connection and try again.';
  if (count === 0) return 'No articles. Try fewer or different words.';
  return count === 1 ? '1 article' : `${count} articles`;
}
