import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CreatedCredential, CredentialOptions, UsedCredential } from '@longhand/contract';

/** Flags of authenticator data. Source: Web Authentication Level 3, 6.1. */
const flagBits = { present: 1, verified: 4, eligible: 8, backedUp: 16, attested: 64 } as const;

const hash = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/** Returns the CBOR head of a major type with a length or value below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

const textCbor = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const bytesCbor = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const intCbor = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));

/** Returns a public key as COSE: an elliptic curve key for ES256. Source: RFC 9053, 7.1.1. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    head(5, 5),
    ...[intCbor(1), intCbor(2), intCbor(3), intCbor(-7), intCbor(-1), intCbor(1)],
    ...[intCbor(-2), bytesCbor(Buffer.from(x, 'base64url'))],
    ...[intCbor(-3), bytesCbor(Buffer.from(y, 'base64url'))],
  ]);
}

/** Deviations of an authenticator of a test from an honest one. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  isBackedUp?: boolean;
  /** Signs with another key. */
  isForged?: boolean;
  /** Uses this counter instead of the next one. */
  counter?: number;
};

/** An authenticator in software with one passkey. */
export interface TestAuthenticator {
  readonly credentialId: string;
  create(options: CredentialOptions, deviation?: Deviation): CreatedCredential;
  use(options: CredentialOptions, deviation?: Deviation): UsedCredential;
}

/**
 * Creates a {@link TestAuthenticator}: an ES256 key without attestation, whose counter increases.
 *
 * @param party origin and RP id of the pages
 */
export function createAuthenticator(party: { origin: string; rpId: string }): TestAuthenticator {
  const id = randomBytes(32);
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const state = { counter: 0, userHandle: url('nobody') };

  function dataOf(deviation: Deviation, more: number, rest: Buffer): Buffer {
    const { isVerified = true, isBackedUp = false } = deviation;
    state.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? state.counter);
    const backup = isBackedUp ? flagBits.backedUp : 0;
    const flags =
      flagBits.present | flagBits.eligible | backup | (isVerified ? flagBits.verified : 0) | more;
    const rpId = hash(deviation.rpId ?? party.rpId);
    return Buffer.concat([rpId, Buffer.from([flags]), counter, rest]);
  }

  const clientData = (type: string, challenge: string, { origin = party.origin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const named = { id: url(id), rawId: url(id), type: 'public-key' as const };
  const rest = { ...named, clientExtensionResults: {} };

  return {
    credentialId: url(id),
    create(options, deviation = {}) {
      state.userHandle = (options['user'] as { id: string }).id;
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(pair.publicKey)]);
      const data = dataOf(deviation, flagBits.attested, attested);
      const attestation = Buffer.concat([
        head(5, 3),
        ...[textCbor('fmt'), textCbor('none'), textCbor('attStmt'), head(5, 0)],
        ...[textCbor('authData'), bytesCbor(data)],
      ]);
      const client = clientData('webauthn.create', options.challenge, deviation);
      const response = { clientDataJSON: url(client), attestationObject: url(attestation) };
      return { ...rest, response: { ...response, transports: ['internal'] } };
    },
    use(options, deviation = {}) {
      const client = clientData('webauthn.get', options.challenge, deviation);
      const data = dataOf(deviation, 0, Buffer.alloc(0));
      const key = deviation.isForged ? other.privateKey : pair.privateKey;
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), key);
      const response = {
        clientDataJSON: url(client),
        authenticatorData: url(data),
        signature: url(signature),
        userHandle: state.userHandle,
      };
      return { ...rest, response };
    },
  };
}
