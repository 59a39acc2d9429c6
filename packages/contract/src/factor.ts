import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { givenPassword, user } from './user.ts';
import { schemaMessage } from './field-messages.ts';

/** Bytes in base64url, at most `max` characters. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]*$/u, { error: schemaMessage('not_base64url') });

const credential = {
  id: bytes(limits.credentialIdMax),
  rawId: bytes(limits.credentialIdMax),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/**
 * Response of a browser that created a passkey, from `PublicKeyCredential.toJSON()`. Source: Web
 * Authentication Level 3, RegistrationResponseJSON.
 */
export const createdCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(limits.credentialPartMax),
      attestationObject: bytes(limits.credentialPartMax),
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  })
  .meta({ id: 'CreatedCredential' });
/** See {@link createdCredential}. */
export type CreatedCredential = z.infer<typeof createdCredential>;

/**
 * Response of a browser that used a passkey, from `PublicKeyCredential.toJSON()`. Source: Web
 * Authentication Level 3, AuthenticationResponseJSON.
 */
export const usedCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(limits.credentialPartMax),
      authenticatorData: bytes(limits.credentialPartMax),
      signature: bytes(limits.credentialPartMax),
      userHandle: bytes(limits.credentialIdMax).nullish(),
    }),
  })
  .meta({ id: 'UsedCredential' });
/** See {@link usedCredential}. */
export type UsedCredential = z.infer<typeof usedCredential>;

/**
 * Options that a page gives to the browser, as `parseCreationOptionsFromJSON` or
 * `parseRequestOptionsFromJSON` read them.
 */
export const credentialOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'CredentialOptions' });
/** See {@link credentialOptions}. */
export type CredentialOptions = z.infer<typeof credentialOptions>;

/** A six-digit one-time code; spaces are removed. */
const oneTimeCode = z
  .string()
  .max(limits.lineMax)
  .overwrite((text) => text.replaceAll(/\s/gu, ''))
  .regex(/^\d{6}$/u, { error: schemaMessage('not_six_digits') })
  .meta({ minLength: 6 });

/** A one-time code or a recovery code. */
const anyCode = textOf({ min: 1, max: limits.lineMax, trim: true, what: 'The code' });

/**
 * Response to a correct password of an account with a second factor: which factors end the sign-in.
 * There is no session yet.
 */
export const pendingSignIn = z
  .object({ secondFactor: z.object({ codes: z.boolean(), passkeys: z.boolean() }) })
  .meta({ id: 'PendingSignIn' });
/** See {@link pendingSignIn}. */
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/** Response of `POST /login`. */
export const signInResult = z.union([user, pendingSignIn]);
/** See {@link signInResult}. */
export type SignInResult = z.infer<typeof signInResult>;

/** Body of `POST /login/code`: a one-time code or a recovery code. */
export const signInCode = z.strictObject({ code: anyCode });

/** Body of `POST /login/passkey/end`. */
export const signInPasskey = z.strictObject({ credential: usedCredential });

/** A name of a passkey. */
const passkeyName = textOf({ min: 1, max: limits.passkeyNameMax, trim: true, what: 'Name' });

/**
 * A passkey of the signed-in user. `isBackedUp`: the authenticator reported at the last use that it
 * is stored on more than one device.
 */
export const passkey = z
  .object({
    id,
    name: z.string(),
    isBackedUp: z.boolean(),
    createdAt: moment,
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'Passkey' });
/** See {@link passkey}. */
export type Passkey = z.infer<typeof passkey>;

/**
 * Second factors of the signed-in user. `oneTimeCodesSince`: null without active one-time codes.
 * `confirmedUntil`: end of the time in which they may be changed without another confirmation.
 * `isRequired`: the rules of the server require one.
 */
export const factors = z
  .object({
    passkeys: z.array(passkey),
    oneTimeCodesSince: moment.nullable(),
    recoveryCodesLeft: z.number().int(),
    hasPassword: z.boolean(),
    confirmedUntil: moment.nullable(),
    canAddPasskeys: z.boolean(),
    isRequired: z.boolean(),
  })
  .meta({ id: 'Factors' });
/** See {@link factors}. */
export type Factors = z.infer<typeof factors>;

/** Body of `POST /user/confirm`: exactly one proof. `code`: a one-time code or a recovery code. */
export const ownerProof = z.strictObject({
  currentPassword: givenPassword.optional(),
  code: anyCode.optional(),
  credential: usedCredential.optional(),
});
/** See {@link ownerProof}. */
export type OwnerProof = z.infer<typeof ownerProof>;

/** Response of `POST /user/confirm`. */
export const ownerConfirmation = z
  .object({ confirmedUntil: moment })
  .meta({ id: 'OwnerConfirmation' });

/** A secret of one-time codes that is not active yet, as text and as address of a QR code. */
export const startedOneTimeCodes = z
  .object({ secret: z.string(), url: z.string() })
  .meta({ id: 'StartedOneTimeCodes' });
/** See {@link startedOneTimeCodes}. */
export type StartedOneTimeCodes = z.infer<typeof startedOneTimeCodes>;

/** Body that activates one-time codes: the first code. */
export const firstCode = z.strictObject({ code: oneTimeCode });

/** New recovery codes, which are returned only once. Null: the present ones stay valid. */
const newRecoveryCodes = z.array(z.string());

/** Response of an added factor. `recoveryCodes`: those made with the first factor, else null. */
export const addedFactor = z
  .object({ recoveryCodes: newRecoveryCodes.nullable() })
  .meta({ id: 'AddedFactor' });
/** See {@link addedFactor}. */
export type AddedFactor = z.infer<typeof addedFactor>;

/** Response of renewed recovery codes. */
export const renewedRecoveryCodes = z
  .object({ recoveryCodes: newRecoveryCodes })
  .meta({ id: 'RenewedRecoveryCodes' });

/** Body of `POST /user/factors/passkeys`. */
export const newPasskey = z.strictObject({ name: passkeyName, credential: createdCredential });
/** See {@link newPasskey}. */
export type NewPasskey = z.infer<typeof newPasskey>;

/** Body of `PATCH /user/factors/passkeys/{id}`. */
export const passkeyChange = z.strictObject({ name: passkeyName });
