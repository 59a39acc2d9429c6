import { notificationSentence, type Notification } from '@longhand/contract';
import { strangersWords } from '../../mail/strangers-words.ts';

/** Returns one sentence that describes a notification, for mails. */
export function sentenceFor(notification: Notification): string {
  const { before, name, after } = notificationSentence(notification);
  const words = [
    strangersWords(notification.actor.name),
    before,
    `“${strangersWords(name)}”`,
    after,
  ];
  return `${words.filter((part) => part !== '').join(' ')}.`;
}
