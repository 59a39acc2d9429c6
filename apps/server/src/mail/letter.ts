import type { Body } from './render.ts';

/** What a mail is about. Those of {@link secretKinds} carry a link that lets in whoever has it. */
export type MailKind =
  'test' | 'password' | 'email' | 'email_notice' | 'password_notice' | 'invitation' | 'newsletter' | 'contact' | 'demo';

/** Mails whose text is nobody's but the recipient's: it is removed once they are sent. */
export const secretKinds: ReadonlySet<string> = new Set<MailKind>(['password', 'email', 'invitation', 'newsletter']);

/**
 * A mail as the rest of the server writes it. `to` is an address of our own records or settings: a caller of the API never
 * chooses who gets mail but by what is stored of that person. `leave`: the page by which a newsletter is left.
 */
export type Letter = { kind: MailKind; to: string; subject: string; body: Body; leave?: string };
