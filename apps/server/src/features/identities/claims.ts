import { email, limits, personName, username } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { skeletonOf } from '../../domain/confusables.ts';
import { refuse } from '../../platform/refusal.ts';
import { newToken } from '../../platform/secrets.ts';
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

/** Returns a text in the form of a username, or null. Longer ones are cut, to leave room. */
function usernameFrom(text: string | null): string | null {
  const [local = ''] = (text ?? '').normalize('NFKC').split('@');
  const clean = local
    .trim()
    .replaceAll(/\s+/g, '.')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '');
  const short = [...clean].slice(0, limits.usernameMax - 10).join('');
  return username.safeParse(short).success ? short : null;
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

/**
 * Returns a free username: the person's own, otherwise with a number, otherwise with random
 * letters. Call it while registrations are serialized.
 */
export async function chooseUsername(trx: Kysely<Schema>, { usernames }: Profile): Promise<string> {
  const [base = 'person'] = usernames;
  const numbered = Array.from({ length: 98 }, (_, index) => `${base}${index + 2}`);
  const random = `${base}-${newToken().replaceAll(/\W/g, '').slice(0, 8)}`;
  const candidates = [base, ...numbered, random];
  const taken = await trx
    .selectFrom('users')
    .select('username_skeleton')
    .where('username_skeleton', 'in', candidates.map(skeletonOf))
    .execute();
  const skeletons = new Set(taken.map((row) => row.username_skeleton));
  return candidates.find((candidate) => !skeletons.has(skeletonOf(candidate))) ?? random;
}

/** True if an address belongs to one of the domains. */
export function isOfDomains(address: string, domains: readonly string[]): boolean {
  return domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
}
