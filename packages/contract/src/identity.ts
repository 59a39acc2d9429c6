import { z } from 'zod';
import { limits } from './limits.ts';
import { linkToken } from './message.ts';
import { domain } from './sign-up.ts';
import { id, moment, textOf } from './text.ts';
import { givenPassword, user } from './user.ts';
import { schemaMessage } from './field-messages.ts';

/**
 * Pattern of an issuer URL: HTTPS, or HTTP on this machine, without user name, query and fragment.
 */
const issuerPattern =
  /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?)(?:\/[^\s?#]*)?$/;

/** Issuer URL of an identity provider. Source: OpenID Connect Discovery 1.0, 3. */
const issuer = z
  .url({ error: schemaMessage('not_issuer') })
  .max(limits.issuerMax, { error: schemaMessage('url_too_long') })
  .regex(issuerPattern, {
    error: schemaMessage('issuer_insecure'),
  });

/**
 * Rule for linking a sign-in to an existing account with the same address. `never`: only the user
 * links, in the settings. `domains`: addresses of listed domains. `verified`: any address. The
 * address must be verified by the provider and confirmed in Longhand in both cases.
 */
export const linkRule = z.enum(['never', 'domains', 'verified']);
/** See {@link linkRule}. */
export type LinkRule = z.infer<typeof linkRule>;

const domains = z.array(domain).max(limits.providerDomainsMax);

const providerFields = {
  name: textOf({ min: 1, max: limits.providerNameMax, trim: true, what: 'Name' }),
  issuer,
  clientId: textOf({ min: 1, max: limits.lineMax, trim: true, what: 'Client ID' }),
  clientSecret: textOf({
    max: limits.clientSecretMax,
    trim: true,
    what: 'Client secret',
  }).nullable(),
  isEnabled: z.boolean(),
  linkRule,
  linkDomains: domains,
  createsAccounts: z.boolean(),
  accountDomains: domains,
  groupsClaim: textOf({ max: limits.lineMax, trim: true, what: 'Groups claim' }).nullable(),
};

/**
 * An identity provider as administrators see it; the client secret is never returned.
 * `accountDomains` limits the creation of accounts to verified addresses of these domains; empty:
 * no limit. `redirectUri`, `signOutUri` (back-channel) and `afterSignOutUri` are registered at the
 * provider.
 */
export const identityProvider = z
  .object({
    id,
    name: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    hasSecret: z.boolean(),
    isEnabled: z.boolean(),
    linkRule,
    linkDomains: z.array(z.string()),
    createsAccounts: z.boolean(),
    accountDomains: z.array(z.string()),
    groupsClaim: z.string().nullable(),
    redirectUri: z.string(),
    signOutUri: z.string(),
    afterSignOutUri: z.string(),
    identityCount: z.number().int(),
    createdAt: moment,
  })
  .meta({ id: 'IdentityProvider' });
/** See {@link identityProvider}. */
export type IdentityProvider = z.infer<typeof identityProvider>;

/** Body of `POST /admin/identity-providers`. The defaults are the safest choices. */
export const newIdentityProvider = z.strictObject({
  ...providerFields,
  clientSecret: providerFields.clientSecret.default(null),
  isEnabled: providerFields.isEnabled.default(true),
  linkRule: providerFields.linkRule.default('never'),
  linkDomains: providerFields.linkDomains.default([]),
  createsAccounts: providerFields.createsAccounts.default(false),
  accountDomains: providerFields.accountDomains.default([]),
  groupsClaim: providerFields.groupsClaim.default(null),
});
/** See {@link newIdentityProvider}. */
export type NewIdentityProvider = z.infer<typeof newIdentityProvider>;

/**
 * Body of `PATCH /admin/identity-providers/{id}`. Absent fields stay unchanged, also the secret;
 * `clientSecret` null removes it.
 */
export const identityProviderChange = z.strictObject(providerFields).partial();
/** See {@link identityProviderChange}. */
export type IdentityProviderChange = z.infer<typeof identityProviderChange>;

/** Result of a test: what the provider publishes about itself. */
export const identityProviderTest = z
  .object({
    issuer: z.string(),
    authorizationEndpoint: z.string(),
    keyCount: z.number().int(),
    supportsPkce: z.boolean(),
    supportsSignOut: z.boolean(),
    supportsBackChannelSignOut: z.boolean(),
  })
  .meta({ id: 'IdentityProviderTest' });
/** See {@link identityProviderTest}. */
export type IdentityProviderTest = z.infer<typeof identityProviderTest>;

/** An identity provider on the sign-in page. */
export const providerChoice = z.object({ id, name: z.string() });
/** See {@link providerChoice}. */
export type ProviderChoice = z.infer<typeof providerChoice>;

/**
 * Server-wide rule of sign-in. `onlyProvider`: passwords are off. `mayTurnOn`: the caller is signed
 * in through an enabled provider, which turning it on requires.
 */
export const signInRule = z
  .object({ onlyProvider: z.boolean(), mayTurnOn: z.boolean() })
  .meta({ id: 'SignInRule' });
/** See {@link signInRule}. */
export type SignInRule = z.infer<typeof signInRule>;

/** Body of `PUT /admin/sign-in`. */
export const signInRuleChange = z.strictObject({ onlyProvider: z.boolean() });

/** Response of a started sign-in: the address of the provider to open. */
export const startedSignIn = z.object({ url: z.string() }).meta({ id: 'StartedSignIn' });

/**
 * Body that ends a sign-in. `answer`: the query with which the provider sent the browser back.
 * `invitation`: secret of an invitation to accept.
 */
export const signInAnswer = z.strictObject({
  answer: textOf({ min: 1, max: limits.providerAnswerMax, what: 'The answer of the provider' }),
  invitation: linkToken.optional(),
});
/** See {@link signInAnswer}. */
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** Response of an ended sign-in. `connected`: the identity was added to the signed-in account. */
export const endedSignIn = z
  .object({ outcome: z.enum(['signed_in', 'created', 'connected']), user })
  .meta({ id: 'EndedSignIn' });
/** See {@link endedSignIn}. */
export type EndedSignIn = z.infer<typeof endedSignIn>;

/** An identity of the signed-in user. `email`: the address that the provider named last. */
export const identity = z
  .object({
    id,
    provider: providerChoice,
    email: z.string().nullable(),
    createdAt: moment,
    lastSignInAt: moment.nullable(),
  })
  .meta({ id: 'Identity' });
/** See {@link identity}. */
export type Identity = z.infer<typeof identity>;

/**
 * Ways in which the user may sign in. `hasPassword`: the account has a password. `choices`: enabled
 * providers without an identity of the user. `confirmedUntil`: end of the time in which the
 * session needs no other confirmation, after one or after a sign-in through a provider.
 */
export const signInMethods = z
  .object({
    hasPassword: z.boolean(),
    passwordSignIn: z.boolean(),
    confirmedUntil: moment.nullable(),
    identities: z.array(identity),
    choices: z.array(providerChoice),
  })
  .meta({ id: 'SignInMethods' });
/** See {@link signInMethods}. */
export type SignInMethods = z.infer<typeof signInMethods>;

/**
 * Confirmation of a change of sign-in methods. An account without a password omits it, and is
 * confirmed by a recent sign-in.
 */
export const methodConfirmation = z.strictObject({ currentPassword: givenPassword.optional() });

/** Form of a sign-out by the provider. Source: OpenID Connect Back-Channel Logout 1.0, 2.5. */
export const backChannelSignOut = z.object({ logout_token: z.string().min(1).max(16_384) });

/** Response of a sign-out: the address that signs out at the provider as well, or null. */
export const signedOut = z.object({ continueAt: z.string().nullable() }).meta({ id: 'SignedOut' });
