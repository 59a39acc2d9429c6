import { notificationSentence, sentenceParts, type Notification } from '@longhand/contract';
import { strangersWords } from '../../mail/strangers-words.ts';
import { isolated, shownName, type I18n } from '../../platform/translations.ts';

/** Returns a notification as one sentence, for mails. Names and titles are shortened. */
export function sentenceFor(i18n: I18n, notification: Notification): string {
  const parts = sentenceParts(notificationSentence(notification), (id, message, values) =>
    i18n._(id, values, { message }),
  );
  const words = parts.map((part) => {
    if (typeof part === 'string') return part;
    if (part.of === 'actor') return isolated(i18n, strangersWords(shownName(i18n, part.text)));
    const name = isolated(i18n, strangersWords(part.text));
    return i18n._('“{name}”', { name });
  });
  return i18n._('{sentence}.', { sentence: words.join('') });
}
