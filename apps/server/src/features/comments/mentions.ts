import type { Kysely } from 'kysely';
import { limits, type Comment } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { membersOfMentioned } from '../../domain/groups.ts';
import { visibleDocuments } from '../../domain/membership.ts';
import { usernameKey } from '../../domain/people.ts';

/** Matches an `@` at the beginning of a word and the characters of a username after it. */
const mention = /(?<![\p{L}\p{M}\p{N}._@-])@([\p{L}\p{M}\p{N}._-]{3,})/gu;

function withoutSigns(name: string): string {
  let end = name.length;
  while (end > 0 && '._-'.includes(name[end - 1] ?? ' ')) end -= 1;
  return name.slice(0, end);
}

/**
 * Returns a name in the form used for comparison. Returns null for names longer than any username,
 * because normalizing takes more than linear time.
 */
function keyOf(name: string): string | null {
  const isShort = name.length <= 2 * limits.usernameMax && [...name].length <= limits.usernameMax;
  return isShort ? usernameKey(name) : null;
}

/**
 * Returns the usernames mentioned in `text` in the form used for comparison, at most fifty. A dot
 * or hyphen at the end may belong to the sentence, so both readings are returned.
 */
export function mentionedIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, written = ''] of text.matchAll(mention)) {
    if (names.size >= limits.mentionsMax) break;
    for (const name of [written, withoutSigns(written)]) {
      const key = keyOf(name);
      if (key !== null) names.add(key);
    }
  }
  return [...names];
}

/**
 * Returns the mentioned users with read access to the document, and the members of mentioned groups
 * with a role in it. Others are not included, and the result does not reveal their existence.
 */
export async function findMentioned(
  db: Kysely<Schema>,
  documentId: string,
  text: string,
): Promise<string[]> {
  const names = mentionedIn(text);
  if (names.length === 0) return [];
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', 'in', names)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  const readers = await Promise.all(
    people.map(({ id }) =>
      visibleDocuments(db, id).where('d.id', '=', documentId).executeTakeFirst(),
    ),
  );
  const members = await membersOfMentioned(db, documentId, { handles: names });
  const direct = people.filter((_, i) => readers[i] !== undefined).map(({ id }) => id);
  return [...new Set([...direct, ...members])];
}

/**
 * Replaces the usernames mentioned in a comment by names. For guests, to whom usernames are not
 * disclosed.
 */
export function namedByName<Said extends Pick<Comment, 'body' | 'mentions'>>(said: Said): Said {
  const names = new Map(said.mentions.map((person) => [usernameKey(person.username), person.name]));
  if (names.size === 0) return said;
  const body = said.body.replaceAll(mention, (whole, written: string) => {
    const short = withoutSigns(written);
    const name = names.get(keyOf(written) ?? '');
    if (name !== undefined) return `@${name}`;
    const shortened = names.get(keyOf(short) ?? '');
    return shortened === undefined ? whole : `@${shortened}${written.slice(short.length)}`;
  });
  return { ...said, body };
}
