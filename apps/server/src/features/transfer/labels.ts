import { languageOf } from '@longhand/contract';
import type { ManuscriptLabels } from '@longhand/document';
import { textsOfCaller, translationsOf, type I18n } from '../../platform/translations.ts';

/**
 * Returns the texts that an exported file adds to its document: in the language of the document if
 * it has one that we translate into, otherwise in that of the caller.
 *
 * @param language the language of the document, such as `de-AT`, or null
 */
export async function labelsFor(language: string | null): Promise<ManuscriptLabels> {
  const own = language === null ? null : languageOf(language);
  const i18n = own === null ? await textsOfCaller() : await translationsOf(own);
  return {
    untitled: untitled(i18n),
    contents: i18n._('Contents'),
    callouts: {
      note: i18n._('Note'),
      tip: i18n._('Tip'),
      important: i18n._('Important'),
      warning: i18n._('Warning'),
      caution: i18n._('Caution'),
    },
  };
}

/** Returns the name of a file or folder whose title is blank. */
export const untitled = (i18n: I18n): string => i18n._('Untitled');
