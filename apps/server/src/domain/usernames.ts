import type { Kysely } from 'kysely';
import { limits, username } from '@longhand/contract';
import type { Schema } from '../db/schema.ts';
import { newToken } from '../platform/secrets.ts';
import { skeletonOf } from './confusables.ts';

/** Returns a text in the form of a username, or null. Longer ones are cut, to leave room. */
export function usernameFrom(text: string | null): string | null {
  const [local = ''] = (text ?? '').normalize('NFKC').split('@');
  const clean = local
    .trim()
    .replaceAll(/\s+/g, '.')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '');
  const short = [...clean].slice(0, limits.usernameMax - 10).join('');
  return username.safeParse(short).success ? short : null;
}

/**
 * Returns a free username: the person's own, otherwise with a number, otherwise with random
 * letters. Call it while registrations are serialized.
 */
export async function chooseUsername(
  trx: Kysely<Schema>,
  usernames: readonly string[],
): Promise<string> {
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
