import type { Body } from './render.ts';

/** What a mail is about. Those of {@link secretKinds} carry a link that lets in whoever has it. */
export type MailKind =
  | 'test'
  | 'password'
  | 'confirmation'
  | 'email'
  | 'email_notice'
  | 'password_notice'
  | 'invitation'
  | 'newsletter'
  | 'contact'
  | 'demo'
  | 'notifications';

/** Mails whose text is nobody's but the recipient's: it is removed once they are sent. */
export const secretKinds: ReadonlySet<string> = new Set<MailKind>([
  'password',
  'confirmation',
  'email',
  'invitation',
  'newsletter',
  'notifications',
]);

/**
 * What a mail says. A newsletter says how it is left: `leave` is the page for that, and stands in a header of its own. Notifications are left
 * by an address that mail programs call by themselves (`oneClick`). Source: RFC 8058.
 */
export type Words = { subject: string; body: Body } & (
  | { kind: 'newsletter'; leave: string }
  | { kind: 'notifications'; oneClick: string }
  | { kind: Exclude<MailKind, 'newsletter' | 'notifications'> }
);

/** What stands in a mail's `List-Unsubscribe`; null for a mail that is no list's. */
export function leaveOf(words: Words): string | null {
  if (words.kind === 'newsletter') return words.leave;
  return words.kind === 'notifications' ? words.oneClick : null;
}

/**
 * A mail as the rest of the server writes it. `to` is an address of our own records or settings, or one that has to be asked whether
 * it is somebody's: nothing else that a caller types chooses who gets mail.
 */
export type Letter = Words & { to: string };
