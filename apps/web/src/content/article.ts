import type { ComponentType } from 'react';

/** What lists say of an article, and what its page is called. `date` (a day, ISO 8601) only where it matters when it was written. */
export type ArticleFacts = { readonly title: string; readonly summary: string; readonly date?: string };

/** An article in a list. */
export type ListedArticle = ArticleFacts & { readonly slug: string };

/** An article with its text. */
export type Article = ListedArticle & { readonly Text: ComponentType };

/** The part of an address that names an article: its file's name, without the number that puts it in order. */
function slugOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.mdx$/, '')
    .replace(/^\d+-/, '');
}

/** The list of a folder, in the order of its file names. */
export function listed(facts: Readonly<Record<string, unknown>>): readonly ListedArticle[] {
  return Object.entries(facts).map(([path, about]) => ({ ...(about as ArticleFacts), slug: slugOf(path) }));
}

/** The articles of a folder with their texts, in the order of their file names. */
export function withTexts(modules: Readonly<Record<string, unknown>>): readonly Article[] {
  return Object.entries(modules).map(([path, module]) => {
    const { article, default: Text } = module as { article: ArticleFacts; default: ComponentType };
    return { ...article, slug: slugOf(path), Text };
  });
}
