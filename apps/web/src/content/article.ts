import type { ComponentType } from 'react';

/**
 * Metadata of an article for lists and for its page. `date` (ISO 8601 day) only if the time of
 * writing matters.
 */
export type ArticleFacts = {
  readonly title: string;
  readonly summary: string;
  readonly date?: string;
};

/** An article in a list. */
export type ListedArticle = ArticleFacts & { readonly slug: string };

/** An article with its text. */
export type Article = ListedArticle & { readonly Text: ComponentType };

/**
 * Returns the slug of an article: its file name without extension and without the number that sorts
 * it.
 */
function slugOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.mdx$/, '')
    .replace(/^\d+-/, '');
}

/** Returns the articles of a folder without texts, in the order of their file names. */
export function listed(facts: Readonly<Record<string, unknown>>): readonly ListedArticle[] {
  return Object.entries(facts).map(([path, about]) => ({
    ...(about as ArticleFacts),
    slug: slugOf(path),
  }));
}

/** Returns the articles of a folder with their texts, in the order of their file names. */
export function withTexts(modules: Readonly<Record<string, unknown>>): readonly Article[] {
  return Object.entries(modules).map(([path, module]) => {
    const { article, default: Text } = module as { article: ArticleFacts; default: ComponentType };
    return { ...article, slug: slugOf(path), Text };
  });
}
