import type { Kysely } from 'kysely';
import type { Document } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { demand, demandChange } from '../../domain/access.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import { tagKey } from '../../domain/tags.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** Adds tags to a document and takes others away. A tag that differs only by case is the same, and keeps the spelling it has. */
export async function changeTags(
  trx: Db,
  documentId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (remove.length > 0) {
    const keys = remove.map(tagKey);
    await trx.deleteFrom('document_tags').where('document_id', '=', documentId).where('name_key', 'in', keys).execute();
  }
  if (add.length > 0) {
    const rows = new Map(add.map((name) => [tagKey(name), { document_id: documentId, name_key: tagKey(name), name }]));
    await trx
      .insertInto('document_tags')
      .values([...rows.values()])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Gives a document its tags: these and no others. Refuses `not_found`, `not_allowed`, `archived`. */
export async function setTags(
  deps: DocumentsDeps,
  userId: string,
  { documentId, tags }: { documentId: string; tags: readonly string[] },
): Promise<Document> {
  return deps.db.transaction().execute(async (trx) => {
    await store.lockDocument(trx, documentId);
    const access = await getDocumentAccess(trx, userId, documentId);
    demandChange(access, 'tag_document');
    const before = await getPresented(trx, userId, documentId);
    const wanted = new Set(tags.map(tagKey));
    await changeTags(trx, documentId, { add: tags, remove: before.tags.filter((tag) => !wanted.has(tagKey(tag))) });
    const after = await getPresented(trx, userId, documentId);
    if (before.tags.join('\n') !== after.tags.join('\n')) {
      const entry = { type: 'document.tagged', actorId: userId, projectId: access.projectId, documentId } as const;
      await deps.journal(trx, { ...entry, data: { title: after.title, from: before.tags, to: after.tags } });
    }
    return after;
  });
}

/** Marks a document as one's own favourite, or takes the mark away; whoever can read it may. Refuses `not_found`. */
export async function setFavourite(
  { db, clock }: DocumentsDeps,
  userId: string,
  { documentId, favourite }: { documentId: string; favourite: boolean },
): Promise<Document> {
  demand(await getDocumentAccess(db, userId, documentId), 'read');
  const place = { user_id: userId, document_id: documentId };
  if (favourite) {
    const row = { ...place, added_at: new Date(clock.now()) };
    await db
      .insertInto('favourites')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db.deleteFrom('favourites').where('user_id', '=', userId).where('document_id', '=', documentId).execute();
  }
  return getPresented(db, userId, documentId);
}

/** Lets documents be made from this one, or no longer. Refuses `not_found`, `not_allowed`, `archived`. */
export async function setTemplate(
  { db }: DocumentsDeps,
  userId: string,
  { documentId, isTemplate }: { documentId: string; isTemplate: boolean },
): Promise<Document> {
  demandChange(await getDocumentAccess(db, userId, documentId), 'make_template');
  await store.changeDocument(db, documentId, { is_template: isTemplate });
  return getPresented(db, userId, documentId);
}
