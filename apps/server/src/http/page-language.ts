import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { languageOfRequest } from './cookies.ts';
import type { Session } from './session.ts';

/**
 * Stores the language of the page that a call comes from, for mail to its user. Writes only if it
 * is another one than that of the user's previous page. A program has no page, a guest gets no
 * mail, and a browser that accepts none of our languages changes nothing.
 */
export async function storePageLanguage(
  db: Kysely<Schema>,
  { user, scopes }: Pick<Session, 'user' | 'scopes'>,
  headers: Parameters<typeof languageOfRequest>[0],
): Promise<void> {
  if (scopes !== null || user.isGuest) return;
  const language = languageOfRequest(headers);
  if (language === null || language === user.pageLanguage) return;
  await db
    .updateTable('users')
    .set({ page_language: language })
    .where('id', '=', user.id)
    // Several calls of one page arrive at the same time.
    .where('page_language', 'is distinct from', language)
    .execute();
}
