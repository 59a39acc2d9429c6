import { email } from '@longhand/contract';

/** Code points of a subject: longer ones are cut, as every reader of mail would. */
const subjectMax = 200;

/** What could end a header line, hide in it or turn its direction: controls, line and paragraph separators, bidirectional marks. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text as it may stand in a header: one line, and nothing in it that a mail server could take for another header. */
export function headerText(text: string): string {
  const line = text.toWellFormed().replaceAll(unfit, ' ').trim();
  return [...line].slice(0, subjectMax).join('');
}

/**
 * `address` where it is one plain address and nothing more: no name, list, group, comment, quotation or line end. Throws
 * otherwise, because what is stored and configured has been checked before. Source: RFC 5322, 3.4 (all of which is refused
 * but addr-spec).
 */
export function onePlainAddress(address: string): string {
  if (!email.safeParse(address).success) throw new Error('What should have been a mail address is none');
  return address;
}
