import { createHash, randomBytes } from 'node:crypto';

/** A new secret that lets in whoever has it: 256 bits, never from a port that a test could have made predictable. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret, never the secret itself: who reads the table cannot come in by it. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
