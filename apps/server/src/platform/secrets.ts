import { createHash, randomBytes } from 'node:crypto';

/**
 * Returns a new secret of 256 bits. Never uses an injected source of randomness, which a test could
 * make predictable.
 */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the hash of a secret for storage. The secret is not stored, so that read access to the
 * table does not grant entry.
 */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
