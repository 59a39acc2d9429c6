import { language } from '../language/language.ts';
import { articlesOf, type Article, type ArticleModules } from './article.ts';

/** All articles of all languages: for the build of the public pages, and not for the browser. */
const originals = import.meta.glob('./{blog,documentation,guides,help,pages}/*.mdx', {
  eager: true,
});
const translations = import.meta.glob('./*/{blog,documentation,guides,help,pages}/*.mdx', {
  eager: true,
});

const below = (modules: ArticleModules, folder: string): ArticleModules =>
  Object.fromEntries(Object.entries(modules).filter(([path]) => path.startsWith(`./${folder}/`)));

/**
 * Returns the articles of a folder in the language of the page, otherwise in English.
 *
 * @param folder `blog`, `documentation`, `guides`, `help`, or `pages` for the texts of single pages
 */
export function articlesIn(folder: string): readonly Article[] {
  const translated = language === 'en' ? null : below(translations, `${language}/${folder}`);
  return articlesOf(below(originals, folder), translated);
}
