import { zstdCompressSync } from 'node:zlib';
import type { versionsEndpoints } from '@longhand/contract';
import type { Rows, Stage } from './row.ts';

/** Inserts an empty version of the stage's document. */
async function addVersion({ db, documentId, owner }: Stage): Promise<{ versionId: string }> {
  const versionId = crypto.randomUUID();
  const isThere = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (isThere === undefined) return { versionId };
  const version = {
    id: versionId,
    document_id: documentId,
    number: 1,
    name: null,
    kind: 'named' as const,
    word_count: 0,
    seq: 0,
  };
  const state = zstdCompressSync(Uint8Array.of(0, 0));
  await db
    .insertInto('document_versions')
    .values({ ...version, created_by: owner.user.id, state, created_at: new Date() })
    .execute();
  return { versionId };
}

/** Readers of the document read its versions; editors create and restore them. */
export const versionsRows: Rows<typeof versionsEndpoints> = {
  listVersions: { of: 'document', least: 'viewer', status: 200 },
  createVersion: {
    of: 'document',
    least: 'editor',
    status: 201,
    body: () => ({ name: 'For the printer' }),
  },
  getVersion: { of: 'document', least: 'viewer', status: 200, params: addVersion },
  updateVersion: {
    of: 'document',
    least: 'editor',
    status: 200,
    params: addVersion,
    body: () => ({ name: 'For the printer' }),
  },
  restoreVersion: { of: 'document', least: 'editor', status: 201, locked: 409, params: addVersion },
};
