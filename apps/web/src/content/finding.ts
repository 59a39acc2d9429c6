import type { IndexedArticle } from './articleIndex.ts';

/** An article that was found, and the words around what was looked for. */
export type FoundArticle = Omit<IndexedArticle, 'text'> & { readonly excerpt: string };

/** Letters as they are compared: without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of what is looked for, as they are compared. */
export function wordsOf(wanted: string): readonly string[] {
  return plain(wanted)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** What a word is worth, by where it stands: a heading says more of what an article is about than its text. */
const worth = { title: 100, summary: 10, text: 1 } as const;

/** Characters of the text that are shown around the first word. */
const around = 80;

function worthOf(article: Readonly<Record<keyof typeof worth, string>>, word: string): number {
  const keys = Object.keys(worth) as (keyof typeof worth)[];
  return keys.reduce((sum, key) => sum + (article[key].includes(word) ? worth[key] : 0), 0);
}

/** The sentence's part in which a word stands; the summary where the text does not have it. */
function excerptOf({ text, summary }: IndexedArticle, words: readonly string[]): string {
  // Folding may change how long a text is, so places are looked up in a text of which each letter was folded by itself.
  const letters = [...text];
  const folded = letters.map((letter) => plain(letter)[0] ?? ' ').join('');
  const at = Math.min(...words.map((word) => folded.indexOf(word)).filter((place) => place >= 0));
  if (!Number.isFinite(at)) return summary;
  const from = at <= around ? 0 : folded.indexOf(' ', at - around) + 1;
  const to = at + around * 2 >= folded.length ? folded.length : folded.lastIndexOf(' ', at + around * 2);
  return `${from > 0 ? '… ' : ''}${letters.slice(from, to).join('')}${to < folded.length ? ' …' : ''}`;
}

/**
 * The articles in which every word occurs, also as the beginning or the middle of another: those first whose titles have them, then those
 * whose summaries do, and otherwise in the order of the index. Nothing is found for nothing.
 */
export function findArticles(index: readonly IndexedArticle[], wanted: string): readonly FoundArticle[] {
  const words = wordsOf(wanted);
  if (words.length === 0) return [];
  return index
    .map((article) => {
      const folded = { title: plain(article.title), summary: plain(article.summary), text: plain(article.text) };
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
