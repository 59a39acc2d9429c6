/** The id of a new suggestion. Twelve random bytes in hexadecimal: also where the page came over plain HTTP. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
