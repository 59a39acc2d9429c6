import { type Language, languageOf } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { currentCaller } from '../platform/work.ts';
import type { AddressedMail } from './mail-content.ts';

/**
 * Returns the language of a mail: that which the recipient has chosen, otherwise that of the
 * request that causes the mail. Null if neither is known.
 */
export async function languageFor(
  db: Kysely<Schema>,
  { to, language }: AddressedMail,
): Promise<Language | null> {
  const account = await db
    .selectFrom('users')
    .select('preferences')
    .where('email_key', '=', to.trim().toLowerCase())
    .executeTakeFirst();
  const chosen = account?.preferences['language'];
  return (
    languageOf(typeof chosen === 'string' ? chosen : '') ??
    language ??
    currentCaller()?.language ??
    null
  );
}
