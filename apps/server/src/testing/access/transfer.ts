import type { transferEndpoints } from '@longhand/contract';
import { testPassword } from '../../app.testing.ts';
import type { Rows } from './row.ts';

const note = { 'note.md': '# A note\n\nFrom a file.' };

/** Readers may export. Imports create documents, which requires the role of an editor. */
export const transferRows: Rows<typeof transferEndpoints> = {
  exportDocument: { of: 'document', least: 'viewer', status: 200 },
  exportProject: { of: 'project', least: 'viewer', status: 200 },
  // Deletes the documents of earlier tests: together they exceed what a real user has.
  exportEverything: {
    of: 'signed_in',
    status: 200,
    prepare: ({ db }) => db.deleteFrom('documents').execute(),
  },
  requestUserExport: {
    of: 'administrator',
    status: 202,
    params: ({ stranger }) => ({ id: stranger.user.id }),
    body: () => ({ currentPassword: testPassword }),
  },
  // The secret of the link decides: an invalid one returns 404 to every caller.
  downloadUserExport: { of: 'anyone', status: 404, body: () => ({ token: 'none' }) },
  importToProject: { of: 'project', least: 'editor', status: 202, files: note },
  importDocuments: { of: 'signed_in', status: 202, files: note },
  // 404: jobs of other users are not visible.
  getJob: { of: 'signed_in', status: 404 },
};
