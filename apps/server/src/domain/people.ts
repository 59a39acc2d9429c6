import type { Kysely, RawBuilder } from 'kysely';
import { palette, preferences, type Person, type User } from '@longhand/contract';
import type { Account } from '../db/accounts.ts';
import { violatedUnique } from '../db/faults.ts';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';

/**
 * Returns a username in the form used for comparison: without compatibility forms and case, so that
 * `Ada` and `ａｄａ` cannot both exist.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** Returns an e-mail address in the form used for comparison: without differences of case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Returns the palette colour with the lowest count. Among equals, returns the first, which is the
 * most distant from those before it.
 */
export function leastUsedColor(counts: ReadonlyMap<string, number>): string {
  const countOf = (light: string): number => counts.get(light) ?? 0;
  return palette
    .map(({ light }) => light)
    .reduce((best, light) => (countOf(light) < countOf(best) ? light : best));
}

/**
 * Returns the colour of a new user. It differs from the users in `among` (a condition on `users`)
 * as long as possible.
 */
export async function nextColor(db: Kysely<Schema>, among: RawBuilder<boolean>): Promise<string> {
  const rows = await db
    .selectFrom('users')
    .select(['avatar_color as color', (eb) => eb.fn.countAll<number>().as('count')])
    .where(among)
    .groupBy('avatar_color')
    .execute();
  return leastUsedColor(new Map(rows.map(({ color, count }) => [color, count])));
}

/**
 * Returns a user's own representation. `mustAddFactor`: the rules require a second factor first.
 */
export function toUser(account: Account, mustAddFactor: boolean): User {
  return {
    ...toPerson(account),
    email: account.email,
    isAdmin: account.isAdmin,
    isDemo: account.demoUntil !== null,
    emailConfirmed: account.emailConfirmedAt !== null,
    mustConfirmEmail: account.mustConfirmEmail,
    mustAddFactor,
    preferences: preferences.strip().parse(account.preferences),
    createdAt: account.createdAt.toISOString(),
  };
}

/** Returns a user's representation for other users. */
export function toPerson(
  account: Pick<Account, 'id' | 'username' | 'name' | 'avatarColor'>,
): Person {
  return {
    id: account.id,
    username: account.username,
    name: account.name,
    avatarColor: account.avatarColor,
  };
}

/** Returns the existing users of these ids, in the order of `ids`. */
export async function findPeople(db: Kysely<Schema>, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'avatar_color as avatarColor'])
    .where('id', 'in', [...ids])
    .execute();
  const known = new Map(rows.map((row) => [row.id, toPerson(row)]));
  return ids.map((userId) => known.get(userId)).filter((person) => person !== undefined);
}

/** Converts a unique violation of a name or address into its refusal. Rethrows any other error. */
export function refuseWhereTaken(error: unknown): never {
  const constraint = violatedUnique(error);
  if (constraint === 'users_username_key_key' || constraint === 'users_username_skeleton_key')
    refuse('username_taken');
  if (constraint === 'users_email_key_key') refuse('email_taken');
  throw error;
}
