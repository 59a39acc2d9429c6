import { byId } from '../asked.ts';
import { document, documentCopy, documentRemoval, documentTags, usedTag } from '../document.ts';
import { endpoint } from '../endpoint.ts';
import { newOwner } from '../project.ts';
import { pagesOf, signedIn } from '../signed-in.ts';
import { template } from '../template.ts';

/** Fields of a call about a document that returns it. */
const onDocument = { ...signedIn, params: byId, status: 200, answer: document } as const;

/** Fields of a call that changes a document, if the caller may and it is not archived. */
const changeOfDocument = {
  ...onDocument,
  refuses: ['not_found', 'not_allowed', 'archived'],
} as const;

/** Lifecycle of a document: archive, restore, copy, transfer, mark. */
export const livesEndpoints = {
  archiveDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/archive',
    summary: 'Archive a document; it becomes read-only',
    ...changeOfDocument,
    stores: false,
  }),
  lockDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/lock',
    summary: 'Lock a document for editing; comments are still possible',
    ...changeOfDocument,
  }),
  unlockDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/unlock',
    summary: 'Unlock a document',
    ...changeOfDocument,
  }),
  restoreDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/restore',
    summary: 'Restore a document from the archive or the trash',
    ...onDocument,
    refuses: ['not_found', 'not_allowed', 'project_put_away'],
  }),
  deleteDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/delete',
    summary:
      'Move a document to the trash for thirty days; if it is there, delete it permanently (owners only, not with a token)',
    ...onDocument,
    stores: false,
    body: documentRemoval,
    bodyOptional: true,
    refuses: ['not_found', 'not_allowed', 'archived', 'not_deleted', 'on_hold'],
  }),
  duplicateDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/duplicate',
    summary: 'Duplicate a document or one of its versions',
    ...signedIn,
    params: byId,
    body: documentCopy,
    bodyOptional: true,
    status: 201,
    answer: document,
    refuses: ['not_found', 'not_allowed', 'archived', 'no_room'],
  }),
  handOverDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/owner',
    summary: 'Transfer a document without a project to one of its collaborators',
    ...signedIn,
    tokens: false,
    params: byId,
    body: newOwner,
    status: 200,
    answer: document,
    refuses: [
      'not_found',
      'not_allowed',
      'archived',
      'in_project',
      'inside_another',
      'user_not_found',
    ],
  }),
  saveAsTemplate: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/template',
    summary: 'Save a document as a template',
    ...changeOfDocument,
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/api/v1/documents/{id}/template',
    summary: 'Remove a document from the templates',
    ...changeOfDocument,
  }),
  setTags: endpoint({
    method: 'PUT',
    path: '/api/v1/documents/{id}/tags',
    summary: 'Set the tags of a document',
    ...changeOfDocument,
    body: documentTags,
  }),
  addFavourite: endpoint({
    method: 'PUT',
    path: '/api/v1/documents/{id}/favourite',
    summary: 'Add a document to the favourites of the caller',
    ...onDocument,
    refuses: ['not_found'],
  }),
  removeFavourite: endpoint({
    method: 'DELETE',
    path: '/api/v1/documents/{id}/favourite',
    summary: 'Remove a document from the favourites of the caller',
    ...onDocument,
    refuses: ['not_found'],
  }),
  listTags: endpoint({
    method: 'GET',
    path: '/api/v1/tags',
    summary: 'List the tags of documents that the caller may read, most used first',
    ...pagesOf(usedTag),
    refuses: [],
  }),
  listTemplates: endpoint({
    method: 'GET',
    path: '/api/v1/templates',
    summary: 'List built-in templates and documents saved as templates',
    ...pagesOf(template),
    refuses: [],
  }),
} as const;
