const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters of a position; positions are compared byte by byte. */
export const positionPattern = /^[0-9A-Za-z]*$/;

/**
 * Returns a position after `last`, or the first position.
 *
 * A position begins with a character for the number of digits (`a` one, `b` two), then the digits.
 * So the byte order is the order of the numbers: `a0` … `az`, `b00`, and so on. A position between
 * two others has additional digits, which are ignored here. Source: David Greenspan, Implementing
 * Fractional Indexing.
 */
export function positionAfter(last: string | null): string {
  if (last === null || last === '') return 'a0';
  const count = last.charCodeAt(0) - 'a'.charCodeAt(0) + 1;
  const whole = last.slice(1, 1 + count);
  const at = whole.split('').findLastIndex((digit) => digit !== 'z');
  if (at < 0)
    return String.fromCharCode('a'.charCodeAt(0) + count) + digits.charAt(0).repeat(count + 1);
  const grown = digits.charAt(digits.indexOf(whole.charAt(at)) + 1);
  return last.charAt(0) + whole.slice(0, at) + grown + digits.charAt(0).repeat(count - at - 1);
}
