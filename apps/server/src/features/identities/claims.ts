import { email, limits, personName } from '@longhand/contract';
import { usernameFrom } from '../../domain/usernames.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Proof } from './provider-client.ts';

/**
 * A person as described by a provider. `email`: null if there is no usable one. `groups`: null if
 * the provider is not asked for groups.
 */
export type Profile = {
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | null;
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly name: string;
  readonly usernames: readonly string[];
  readonly groups: readonly string[] | null;
};

/** Maximum length of a subject (characters). Source: OpenID Connect Core 1.0, 2. */
const subjectMax = 255;

const groupsMax = 500;
const control = /\p{Cc}/u;

function textIn(claims: Proof['claims'], name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value.isWellFormed() && !control.test(value) ? value : null;
}

/** Returns the names of the groups in a claim: a list of texts, or one text. */
function groupsIn(claims: Proof['claims'], claim: string): string[] {
  const names = [claims[claim] ?? []]
    .flat()
    .filter((name) => typeof name === 'string')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.length <= limits.lineMax)
    .filter((name) => name.isWellFormed() && !control.test(name));
  return [...new Set(names)].slice(0, groupsMax);
}

/**
 * Reads a person's claims. Refuses `provider_invalid` if the subject is missing or too long.
 *
 * @param groupsClaim name of the claim with the person's groups, or null
 */
export function readProfile({ claims }: Proof, groupsClaim: string | null): Profile {
  const [issuer, subject] = [textIn(claims, 'iss'), textIn(claims, 'sub')];
  if (issuer === null || !subject || subject.length > subjectMax) refuse('provider_invalid');
  const address = email.safeParse(textIn(claims, 'email')?.trim());
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const usernames = ['preferred_username', 'nickname', 'email', 'name']
    .map((name) => usernameFrom(textIn(claims, name)))
    .filter((name) => name !== null);
  const named = [textIn(claims, 'name'), textIn(claims, 'preferred_username'), usernames[0] ?? null]
    .map((name) => personName.safeParse(name))
    .find(({ success }) => success);
  return {
    issuer,
    subject,
    sid: textIn(claims, 'sid'),
    email: address.success ? address.data : null,
    isVerified: address.success && isVerified,
    name: named?.data ?? 'New person',
    usernames,
    groups: groupsClaim === null ? null : groupsIn(claims, groupsClaim),
  };
}
