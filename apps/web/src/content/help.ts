import { language } from '../language/language.ts';
import { articlesOf, type Article, type ArticleModules } from './article.ts';
import { helpModules } from './help-texts.ts';

type HelpTexts = { readonly helpModules: ArticleModules };

/** Loads the translated articles, by the path of their module. */
const translations = import.meta.glob<HelpTexts>('./*/help-texts.ts');

/** The articles of the help center in English, marked as such in pages in other languages. */
export const originalHelp: readonly Article[] = articlesOf(
  helpModules,
  language === 'en' ? null : {},
);

/** True if there are articles in the language of the page. */
export const isHelpTranslated = `./${language}/help-texts.ts` in translations;

/**
 * Returns the articles of the help center in the language of the page, otherwise in English.
 *
 * @throws if the server cannot be reached
 */
export async function loadHelp(): Promise<readonly Article[]> {
  const load = translations[`./${language}/help-texts.ts`];
  return load === undefined ? originalHelp : articlesOf(helpModules, (await load()).helpModules);
}
