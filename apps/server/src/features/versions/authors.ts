import type { Kysely } from 'kysely';
import type { Authors } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole } from '../../domain/access.ts';
import { howWritten, readAuthorship } from '../../domain/authorship.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import { findPeople } from '../../domain/people.ts';

/**
 * Returns the author and time of each passage of a document, as recorded by the server on receipt.
 * Claims of pages are not used. Requires read access. Refuses `not_found`.
 */
export async function readAuthors(
  { db }: { db: Kysely<Schema> },
  userId: string,
  { documentId, after }: { documentId: string; after: number },
): Promise<Authors> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  const recorded = await readAuthorship(db, documentId, after);
  const people = await findPeople(db, [...new Set(recorded.entries.map(({ user }) => user))]);
  const order = new Map(people.map(({ id }, at) => [id, at]));
  const writings = recorded.entries.flatMap((entry): Authors['writings'] => {
    const person = order.get(entry.user);
    if (person === undefined) return [];
    const ranges = entry.inserted.map(({ client, from, to }): [number, number, number] => [
      client,
      from,
      to,
    ]);
    return [{ person, at: new Date(entry.at).toISOString(), how: howWritten(entry), ranges }];
  });
  return { seq: recorded.seq, after: recorded.after, people, writings };
}
