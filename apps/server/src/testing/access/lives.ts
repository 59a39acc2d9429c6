import type { livesEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Editors archive, restore and delete a document; favourites belong to each user. */
export const livesRows: Rows<typeof livesEndpoints> = {
  archiveDocument: { of: 'document', least: 'editor', status: 200, archived: 200 },
  restoreDocument: { of: 'document', least: 'editor', status: 200, archived: 200, deleted: 200 },
  deleteDocument: { of: 'document', least: 'editor', status: 200, archived: 200, deleted: 200 },
  lockDocument: { of: 'document', least: 'editor', status: 200 },
  unlockDocument: { of: 'document', least: 'editor', status: 200 },
  // The copy is created beside the original. Users with access to the document alone have no access
  // to its project (404); the copy of a draft is their own draft.
  duplicateDocument: {
    of: 'document',
    least: 'editor',
    status: 201,
    archived: 201,
    deleted: 201,
    shared: { active: 404, locked: 404, archived: 404, deleted: 404, draft: 201 },
  },
  // A document in a project is handed over with the project, a draft inside another one with that.
  handOverDocument: {
    of: 'document',
    least: 'owner',
    status: 409,
    body: ({ stranger }) => ({ userId: stranger.user.id }),
  },
  saveAsTemplate: { of: 'document', least: 'editor', status: 200 },
  removeTemplate: { of: 'document', least: 'editor', status: 200 },
  setTags: { of: 'document', least: 'editor', status: 200, body: () => ({ tags: ['spring'] }) },
  addFavourite: { of: 'document', least: 'viewer', status: 200, archived: 200, deleted: 200 },
  removeFavourite: { of: 'document', least: 'viewer', status: 200, archived: 200, deleted: 200 },
  listTags: { of: 'signed_in', status: 200 },
  listTemplates: { of: 'signed_in', status: 200 },
};
