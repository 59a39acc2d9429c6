import type { filesEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

/** Files belong to their document: its readers read them, editors add and remove them. */
export const filesRows: Rows<typeof filesEndpoints> = {
  addFile: { of: 'document', least: 'editor', status: 201, files: { 'notes.txt': 'Some notes' } },
  listFiles: { of: 'document', least: 'viewer', status: 200 },
  // The bytes of the file were never stored, so permitted users get 404.
  getFile: { of: 'document', least: 'viewer', status: 404, params: (stage) => aFile(stage, false) },
  deleteFile: {
    of: 'document',
    least: 'editor',
    status: 204,
    params: (stage) => aFile(stage, false),
  },
  restoreFile: {
    of: 'document',
    least: 'editor',
    status: 200,
    params: (stage) => aFile(stage, true),
  },
};

/**
 * Inserts a file of the document, in the trash or not. For a missing document, returns an unused
 * id.
 */
async function aFile({ db, documentId, owner }: Stage, deleted: boolean): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  const there = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!there) return { id };
  const now = new Date();
  await db
    .insertInto('files')
    .values({
      id,
      document_id: documentId,
      name: 'a.txt',
      created_by: owner.user.id,
      stored_at: now,
      deleted_at: deleted ? now : null,
    })
    .execute();
  return { id };
}
