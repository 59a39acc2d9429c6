import { type Language, languageOf } from '@longhand/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { currentCaller } from '../platform/work.ts';
import type { AddressedMail } from './mail-content.ts';

/**
 * Returns the language of a mail. Null if none is known.
 *
 * To a user: the language that the user has chosen, otherwise that of the last page that the user
 * has used, otherwise that of the request, unless another user has sent it. To an address without
 * an account: that of the request that causes the mail.
 */
export async function languageFor(
  db: Kysely<Schema>,
  { to, userId, language }: AddressedMail,
): Promise<Language | null> {
  const account = await db
    .selectFrom('users')
    .select(['id', 'preferences', 'page_language as pageLanguage'])
    .where((eb) =>
      userId === undefined ? eb('email_key', '=', to.trim().toLowerCase()) : eb('id', '=', userId),
    )
    .executeTakeFirst();
  return (
    known(account?.preferences['language']) ??
    known(account?.pageLanguage) ??
    language ??
    languageOfCall(account?.id ?? null)
  );
}

const known = (language: unknown): Language | null =>
  languageOf(typeof language === 'string' ? language : '');

/** Returns the language of the running call. Null if it is that of another user than `userId`. */
function languageOfCall(userId: string | null): Language | null {
  const caller = currentCaller();
  if (caller === null) return null;
  const isOther = userId !== null && caller.isUser && caller.person !== userId;
  return isOther ? null : (caller.language ?? null);
}
