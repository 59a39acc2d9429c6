import { isolated, type I18n } from '../platform/translations.ts';
import { strangersWords } from './strangers-words.ts';

/** Returns the sentence for a recipient who did not cause a mail with a link. */
export const ignoreThis = (i18n: I18n): string =>
  i18n._(
    'If you did not request this, ignore this message. Nothing changes unless the link is used.',
  );

/** Returns the salutation of a mail. */
export const greeting = (i18n: I18n, name: string): string =>
  i18n._('Hello {name},', { name: isolated(i18n, name) });

/** Returns a name or title that a user has chosen, for a mail to another user. */
export const chosen = (i18n: I18n, name: string): string => isolated(i18n, strangersWords(name));
