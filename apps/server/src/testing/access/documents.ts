import type { documentsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Documents are read by users with any role, and changed by editors. */
export const documentsRows: Rows<typeof documentsEndpoints> = {
  listProjectDocuments: { of: 'project', least: 'viewer', status: 200 },
  createProjectDocument: { of: 'project', least: 'editor', status: 201, body: () => ({}) },
  reorderDocuments: {
    of: 'project',
    least: 'editor',
    status: 200,
    body: ({ parentId, documentId }) => ({
      documentIds: [...(parentId === undefined ? [] : [parentId]), documentId],
    }),
  },
  listDocuments: { of: 'signed_in', status: 200 },
  listRecentDocuments: { of: 'signed_in', status: 200 },
  listDrafts: { of: 'signed_in', status: 200 },
  listPersonalDocuments: { of: 'signed_in', status: 200 },
  listArchivedDocuments: { of: 'signed_in', status: 200 },
  changeSeveralDocuments: {
    of: 'document',
    least: 'editor',
    status: 200,
    body: ({ documentId }) => ({ documentIds: [documentId], action: 'tag', tags: ['spring'] }),
  },
  createDocument: {
    of: 'project',
    least: 'editor',
    status: 201,
    body: ({ projectId }) => ({ projectId }),
  },
  getAccessAfterMove: {
    of: 'document',
    least: 'editor',
    status: 200,
    locked: 200,
    body: ({ documentId }) => ({ documentIds: [documentId], parentId: null }),
  },
  getBranchSize: { of: 'document', least: 'viewer', status: 200 },
  getDocument: { of: 'document', least: 'viewer', status: 200 },
  updateDocument: {
    of: 'document',
    least: 'editor',
    status: 200,
    locked: 409,
    body: () => ({ title: 'New' }),
  },
};
