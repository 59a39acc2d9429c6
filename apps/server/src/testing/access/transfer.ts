import type { transferEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

const note = { 'note.md': '# A note\n\nFrom a file.' };

/** Whoever may read may take a copy along; what comes in becomes documents, which editors make. */
export const transferRows: Rows<typeof transferEndpoints> = {
  exportDocument: { of: 'document', least: 'viewer', status: 200 },
  exportProject: { of: 'project', least: 'viewer', status: 200 },
  // Without the documents of all that was tried before: nobody has so many.
  exportEverything: { of: 'signed_in', status: 200, prepare: ({ db }) => db.deleteFrom('documents').execute() },
  importToProject: { of: 'project', least: 'editor', status: 202, files: note },
  importDocuments: { of: 'signed_in', status: 202, files: note },
  // Of others, there is none.
  getJob: { of: 'signed_in', status: 404 },
};
