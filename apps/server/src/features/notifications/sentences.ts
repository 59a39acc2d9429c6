import { notificationSentence, sentenceParts, type Notification } from '@longhand/contract';
import { strangersWords } from '../../mail/strangers-words.ts';
import { isolated, type I18n } from '../../platform/translations.ts';

/** Returns a notification as one sentence, for mails. Names and titles are shortened. */
export function sentenceFor(i18n: I18n, notification: Notification): string {
  const parts = sentenceParts(notificationSentence(notification), (id, message, values) =>
    i18n._(id, values, { message }),
  );
  const words = parts.map((part) => {
    if (typeof part === 'string') return part;
    const name = isolated(i18n, strangersWords(part.text));
    return part.of === 'actor' ? name : i18n._('“{name}”', { name });
  });
  return i18n._('{sentence}.', { sentence: words.join('') });
}
