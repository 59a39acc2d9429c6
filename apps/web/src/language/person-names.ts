import { t } from '@lingui/core/macro';
import { formerMemberName, guestPrefix } from '@longhand/contract';
import { i18n } from './language.ts';

/**
 * Returns the name of a user in the language of the page. The server stores that of a deleted user,
 * and the mark of a guest, in English.
 */
export function shownName(name: string): string {
  if (name === formerMemberName) return t`A former member`;
  if (!name.startsWith(guestPrefix)) return name;
  return t`(guest) ${{ name: name.slice(guestPrefix.length) }}`;
}

/**
 * Parses a response of the API, with the names of its users in the language of the page. Only
 * responses with such a name are searched for users.
 *
 * @throws SyntaxError if it is not JSON
 */
export function parseAnswer(text: string): unknown {
  const hasNames = text.includes(`"${formerMemberName}"`) || text.includes(`"${guestPrefix}`);
  return JSON.parse(text, i18n.locale !== 'en' && hasNames ? nameUser : undefined);
}

function nameUser(_: string, value: unknown): unknown {
  const { username, name } = (value ?? {}) as { username?: unknown; name?: unknown };
  if (typeof username !== 'string' || typeof name !== 'string') return value;
  return { ...(value as object), name: shownName(name) };
}
