import type { Kysely } from 'kysely';
import { limits, type Document, wrongField } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole, requireChange } from '../../domain/access.ts';
import { withDocument } from '../../domain/document-tx.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import { tagKey } from '../../domain/tags.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** Tags to add to a document, and to remove from it. */
export type TagChange = { readonly add: readonly string[]; readonly remove: readonly string[] };

/**
 * Adds and removes tags of a document. Tags that differ only by case are equal, and the existing
 * spelling is retained. Refuses `invalid` if the document then has too many.
 */
async function changeTags(
  trx: Db,
  { userId, documentId }: { userId: string; documentId: string },
  { add, remove }: TagChange,
): Promise<void> {
  if (remove.length > 0) {
    const keys = remove.map(tagKey);
    await trx
      .deleteFrom('document_tags')
      .where('document_id', '=', documentId)
      .where('name_key', 'in', keys)
      .execute();
  }
  if (add.length > 0) {
    const rows = new Map(
      add.map((name) => {
        const name_key = tagKey(name);
        return [name_key, { document_id: documentId, name_key, name, set_by: userId }];
      }),
    );
    await trx
      .insertInto('document_tags')
      .values([...rows.values()])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { count } = await trx
      .selectFrom('document_tags')
      .where('document_id', '=', documentId)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const most = limits.tagsPerDocumentMax;
    if (Number(count) > most)
      refuse('invalid', {
        errors: [wrongField('tags', 'tags_of_document_max', { max: most })],
      });
  }
}

/**
 * Changes the tags of a document within its transaction, as {@link changeTags}, and records the
 * activity.
 *
 * @param changeOf returns the change, from the tags of the document
 */
export async function retag(
  deps: DocumentsDeps,
  trx: Db,
  { userId, documentId }: { userId: string; documentId: string },
  changeOf: (tags: readonly string[]) => TagChange,
): Promise<Document> {
  requireChange(await getDocumentAccess(trx, userId, documentId), 'tag_document');
  const before = await getPresented(trx, userId, documentId);
  await changeTags(trx, { userId, documentId }, changeOf(before.tags));
  const after = await getPresented(trx, userId, documentId);
  if (before.tags.join('\n') !== after.tags.join('\n')) {
    await deps.recordActivity(trx, {
      type: 'document.tagged',
      actorId: userId,
      projectId: after.projectId,
      documentId,
      data: { title: after.title, from: before.tags, to: after.tags },
    });
  }
  return after;
}

/** Replaces the tags of a document. Refuses `not_found`, `not_allowed`, `archived`. */
export async function setTags(
  deps: DocumentsDeps,
  userId: string,
  { documentId, tags }: { documentId: string; tags: readonly string[] },
): Promise<Document> {
  const wanted = new Set(tags.map(tagKey));
  return withDocument(deps.db, { userId, documentId }, ({ trx }) =>
    retag(deps, trx, { userId, documentId }, (before) => ({
      add: tags,
      remove: before.filter((tag) => !wanted.has(tagKey(tag))),
    })),
  );
}

/**
 * Adds or removes a document as the user's favourite. Requires read access. Refuses `not_found`.
 */
export async function setFavourite(
  { db, clock }: DocumentsDeps,
  userId: string,
  { documentId, favourite }: { documentId: string; favourite: boolean },
): Promise<Document> {
  requireRole(await getDocumentAccess(db, userId, documentId), 'read');
  const key = { user_id: userId, document_id: documentId };
  if (favourite) {
    const row = { ...key, added_at: new Date(clock.now()) };
    await db
      .insertInto('favourites')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db
      .deleteFrom('favourites')
      .where('user_id', '=', userId)
      .where('document_id', '=', documentId)
      .execute();
  }
  return getPresented(db, userId, documentId);
}

/**
 * Marks a document as template, or removes the mark. Refuses `not_found`, `not_allowed`,
 * `archived`.
 */
export async function setTemplate(
  { db }: DocumentsDeps,
  userId: string,
  { documentId, isTemplate }: { documentId: string; isTemplate: boolean },
): Promise<Document> {
  requireChange(await getDocumentAccess(db, userId, documentId), 'make_template');
  await store.changeDocument(db, documentId, { is_template: isTemplate });
  return getPresented(db, userId, documentId);
}
