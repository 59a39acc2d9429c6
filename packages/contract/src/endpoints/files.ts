import { byId } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { file } from '../file.ts';
import { pagesOf, signedIn } from '../signed-in.ts';

/** Pictures and attachments of documents. */
export const filesEndpoints = {
  addFile: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/files',
    summary: 'Add one picture or attachment to a document; guests add pictures only',
    ...signedIn,
    guests: true,
    params: byId,
    takes: 'files',
    status: 201,
    answer: file,
    refuses: ['not_found', 'not_allowed', 'archived', 'no_room'],
  }),
  listFiles: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/files',
    summary: 'List the pictures and attachments of a document, newest first',
    params: byId,
    ...pagesOf(file),
    refuses: ['not_found'],
  }),
  getFile: endpoint({
    method: 'GET',
    path: '/api/v1/files/{id}',
    summary:
      'Get the bytes of a file. Pictures can be displayed; other files can only be downloaded',
    ...signedIn,
    guests: true,
    params: byId,
    status: 200,
    answer: null,
    gives: 'file',
    refuses: ['not_found'],
  }),
  deleteFile: endpoint({
    method: 'DELETE',
    path: '/api/v1/files/{id}',
    summary: 'Move a file of a document to the trash for thirty days',
    ...signedIn,
    params: byId,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
  restoreFile: endpoint({
    method: 'POST',
    path: '/api/v1/files/{id}/restore',
    summary: 'Restore a file from the trash',
    ...signedIn,
    params: byId,
    status: 200,
    answer: file,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
} as const;
