import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts secrets that the server has to read again, such as the client secret of a provider. */
export interface Sealer {
  /** Encrypts `text`. `context` names the place where it is stored, and is required to open it. */
  seal(text: string, context: string): Buffer;
  /** Returns the text, or null if it was sealed with another key or context, or was changed. */
  open(sealed: Buffer, context: string): string | null;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Creates a {@link Sealer} with AES-256-GCM. A sealed text consists of the nonce, the tag and the
 * encrypted bytes. Source: NIST SP 800-38D.
 *
 * @param key 32 bytes in base64url
 */
export function createSealer(key: string): Sealer {
  const bytes = Buffer.from(key, 'base64url');
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, bytes, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
    },
    open(sealed, context) {
      if (sealed.length < nonceBytes + tagBytes) return null;
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      const opening = createDecipheriv(cipher, bytes, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      try {
        const text = opening.update(sealed.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, opening.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
