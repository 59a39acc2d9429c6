import type { Language } from '@longhand/contract';
import type { I18n } from '../platform/translations.ts';
import type { Body } from './render.ts';

/** Kind of a mail. Those of {@link secretKinds} contain a link that grants access to its holder. */
export type MailKind =
  | 'test'
  | 'password'
  | 'confirmation'
  | 'email'
  | 'email_notice'
  | 'password_notice'
  | 'identity_notice'
  | 'factor_notice'
  | 'data'
  | 'invitation'
  | 'newsletter'
  | 'contact'
  | 'demo'
  | 'notifications';

/** Kinds whose content is only for the recipient. It is removed after sending. */
export const secretKinds: ReadonlySet<string> = new Set<MailKind>([
  'password',
  'confirmation',
  'email',
  'data',
  'invitation',
  'newsletter',
  'notifications',
]);

/**
 * Content of a mail. Newsletters have an unsubscribe page (`leave`) in a separate header.
 * Notifications have a URL that mail programs call automatically (`oneClick`). Source: RFC 8058.
 */
export type MailContent = { subject: string; body: Body } & (
  | { kind: 'newsletter'; leave: string }
  | { kind: 'notifications'; oneClick: string }
  | { kind: Exclude<MailKind, 'newsletter' | 'notifications'> }
);

/** Returns the value of the `List-Unsubscribe` header, or null for mail without one. */
export function leaveOf(content: MailContent): string | null {
  if (content.kind === 'newsletter') return content.leave;
  return content.kind === 'notifications' ? content.oneClick : null;
}

/** Writes a mail in the language of its recipient. */
export type WrittenMail = (i18n: I18n) => MailContent;

/**
 * A mail written by the server. `to`: an address of our records or settings, or one that must be
 * confirmed. No other client input determines the recipient of a mail. `userId`: the user who reads
 * the mail, if `to` is not the address of the account. `language`: of the request that causes the
 * mail, for a recipient whose language is not known, if it is not that of the running call.
 */
export type AddressedMail = {
  readonly to: string;
  readonly mail: WrittenMail;
  readonly userId?: string;
  readonly language?: Language | null;
};
