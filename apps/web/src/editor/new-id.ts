/**
 * Returns a new id: twelve random bytes in hexadecimal. `randomUUID` is not available over plain
 * HTTP.
 */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
