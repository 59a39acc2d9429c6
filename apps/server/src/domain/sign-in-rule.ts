import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../db/schema.ts';
import { refuse } from '../platform/refusal.ts';
import { readChoice, writeChoice } from './server-choices.ts';

const name = 'sign_in';
const stored = z.object({ onlyProvider: z.boolean() });

/** True if sign-in is possible only through an identity provider: passwords are off. */
export async function isOnlyProvider(db: Kysely<Schema>): Promise<boolean> {
  const value = await readChoice(db, name);
  return value !== null && stored.parse(value).onlyProvider;
}

/** Stores whether sign-in is possible only through an identity provider. */
export function writeOnlyProvider(
  db: Kysely<Schema>,
  onlyProvider: boolean,
  by: { userId: string | null; now: number },
): Promise<void> {
  return writeChoice(db, { name, value: { onlyProvider } }, by);
}

/** Refuses `only_provider` if passwords are off. */
export async function requirePasswords(db: Kysely<Schema>): Promise<void> {
  if (await isOnlyProvider(db)) refuse('only_provider');
}

/**
 * Refuses `only_provider` if sign-in is possible only through a provider: a passkey or a code would
 * go around the provider.
 */
export const requirePasskeySignIn = requirePasswords;
