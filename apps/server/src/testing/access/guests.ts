import type { guestsEndpoints } from '@longhand/contract';
import { hashOf } from '../../platform/secrets.ts';
import type { Rows, Stage } from './row.ts';

const tokenOf = ({ documentId }: Stage): string => `secret-of-${documentId}`;

/** Inserts a guest link to the stage's document. */
async function addLink(stage: Stage): Promise<{ linkId: string }> {
  const { db, documentId, owner } = stage;
  const linkId = crypto.randomUUID();
  const isThere = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (isThere === undefined) return { linkId };
  const times = { created_at: new Date(), expires_at: new Date(Date.UTC(2100, 0)) };
  const row = {
    id: linkId,
    document_id: documentId,
    role: 'viewer' as const,
    password_hash: null,
    created_by: owner.user.id,
  };
  await db
    .insertInto('guest_links')
    .values({ ...row, ...times, token_hash: hashOf(tokenOf(stage)) })
    .execute();
  return { linkId };
}

/**
 * Creating guest links is sharing. Holders of the secret may look at the document's link and enter
 * unless they are signed in. `getGuest` returns 401 to all but guests.
 */
export const guestsRows: Rows<typeof guestsEndpoints> = {
  listGuestLinks: { of: 'document', least: 'owner', status: 200 },
  createGuestLink: {
    of: 'document',
    least: 'owner',
    status: 201,
    body: () => ({ role: 'viewer' }),
  },
  deleteGuestLink: {
    of: 'document',
    least: 'owner',
    status: 204,
    archived: 204,
    deleted: 204,
    params: addLink,
  },
  listAllGuestLinks: { of: 'administrator', status: 200 },
  endAnyGuestLink: {
    of: 'administrator',
    status: 204,
    params: async (stage) => ({ id: (await addLink(stage)).linkId }),
  },
  lookAtGuestLink: {
    of: 'anyone',
    status: 200,
    prepare: addLink,
    body: (stage) => ({ token: tokenOf(stage) }),
  },
  enterAsGuest: {
    of: 'anyone',
    status: 409,
    nobody: 201,
    prepare: addLink,
    body: (stage) => ({ token: tokenOf(stage), name: 'Eve' }),
  },
  getGuest: { of: 'anyone', status: 401, guest: 200 },
};
