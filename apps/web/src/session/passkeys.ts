import { t } from '@lingui/core/macro';
import type { CreatedCredential, CredentialOptions, UsedCredential } from '@longhand/contract';
import { ApiFailure } from '../api/failure.ts';

/** True if this browser has passkeys, in the JSON form of Web Authentication Level 3. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** Creates a passkey. Rejects if the user cancels. */
export async function createPasskey(options: CredentialOptions): Promise<CreatedCredential> {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return made.toJSON() as unknown as CreatedCredential;
}

/** Asks for a passkey of the user. Rejects if the user cancels. */
export async function askForPasskey(options: CredentialOptions): Promise<UsedCredential> {
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return used.toJSON() as unknown as UsedCredential;
}

/** Returns the sentence for a failure with a passkey, of the browser or of the server. */
export function passkeySentence(error: Error): string {
  if (error instanceof ApiFailure) return error.sentence;
  if (error.name === 'InvalidStateError') return t`This device already has a passkey of yours.`;
  if (error.name === 'NotAllowedError')
    return t`The passkey was not used: the request was cancelled or has expired.`;
  return t`This browser could not use the passkey.`;
}
