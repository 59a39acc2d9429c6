import { email } from '@longhand/contract';

/** Maximum length of a subject (code points). Longer ones are cut, as mail programs do. */
const subjectMax = 200;

/**
 * Matches characters that could end or hide a header line or change its direction: controls, line
 * and paragraph separators, bidirectional marks.
 */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns text for a header: one line that a mail server cannot parse as another header. */
export function headerText(text: string): string {
  const line = text.toWellFormed().replaceAll(unfit, ' ').trim();
  return [...line].slice(0, subjectMax).join('');
}

/**
 * Returns `address` if it is one plain address: no name, list, group, comment, quotation or line
 * end. Throws otherwise, because stored and configured addresses have been validated before.
 * Source: RFC 5322, 3.4 (only addr-spec is accepted).
 */
export function onePlainAddress(address: string): string {
  if (!email.safeParse(address).success) throw new Error('Invalid mail address');
  return address;
}
