import { directionOf, languages } from '@longhand/contract';
import { readTranslations } from './languages.ts';

/** Texts of the page that the service worker shows, in one language. */
type OfflineTexts = {
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly again: string;
};

/** Translation of a text. Its value `{server}` remains: the worker replaces it by the name. */
type Texts = { _(text: string): string };

function textsIn(i18n: Texts, language: string): OfflineTexts {
  return {
    dir: directionOf(language),
    title: i18n._('Not connected · {server}'),
    heading: i18n._('{server} cannot be reached'),
    paragraphs: [
      i18n._(
        'Unsent changes are stored on this device. They are sent when you open {server} with a connection.',
      ),
      i18n._('Documents that are open in other tabs still work.'),
    ],
    again: i18n._('Try again'),
  };
}

/** Returns the texts of the page that the service worker shows, by language. */
export async function offlineTexts(): Promise<Readonly<Record<string, OfflineTexts>>> {
  const all = languages.map(async (language) => {
    const known = language === 'en' ? [] : await readTranslations(language);
    const translated = new Map(known.map(({ source, text }) => [source, text]));
    const i18n: Texts = { _: (text) => translated.get(text) ?? text };
    return [language, textsIn(i18n, language)] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}
