import { byId } from '../asked.ts';
import { dataDownload, dataRequest, newDataRequest } from '../data-request.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { begunJob, exportAsked, exportDocumentAsked, job } from '../transfer.ts';

/** Import and export of documents as files. */
export const transferEndpoints = {
  exportDocument: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/export',
    summary:
      'Export a document as a file, with `below` also all documents inside it in the same file; Markdown with pictures is a zip. The header `Export-Report` lists what is not included, percent-encoded',
    ...signedIn,
    params: byId,
    query: exportDocumentAsked,
    status: 200,
    answer: null,
    gives: 'file',
    refuses: ['not_found', 'export_off', 'too_long_to_export', 'not_ready'],
  }),
  exportProject: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/export',
    summary:
      'Export the active documents of a project in their order as a zip. A report in it and the header list what is not included',
    ...signedIn,
    params: byId,
    query: exportAsked,
    status: 200,
    answer: null,
    gives: 'file',
    refuses: ['not_found', 'export_off', 'too_long_to_export', 'not_ready'],
  }),
  exportEverything: endpoint({
    method: 'GET',
    path: '/api/v1/user/export',
    summary: 'Export all documents that the caller may read and their account data as a zip',
    ...signedIn,
    tokens: false,
    query: exportAsked,
    status: 200,
    answer: null,
    gives: 'file',
    refuses: ['too_long_to_export', 'not_ready'],
  }),
  requestUserExport: endpoint({
    method: 'POST',
    path: '/api/v1/admin/users/{id}/export',
    summary:
      'Mail a user a link to an archive of their data. The link is valid for seven days, and the caller does not see the archive',
    access: 'administrator',
    tokens: false,
    rateLimit: 'calls',
    repeatable: false,
    params: byId,
    body: newDataRequest,
    status: 202,
    answer: dataRequest,
    refuses: ['not_found', 'demo_person', 'address_unconfirmed', 'wrong_password', 'sign_in_again'],
  }),
  downloadUserExport: endpoint({
    method: 'POST',
    path: '/api/v1/data-export',
    summary:
      'Download the data of a user with the mailed link, as exportEverything. The user must be signed in, unless the account is disabled: then only the account data and the personal drafts are included',
    access: 'public',
    tokens: false,
    rateLimit: 'login',
    stores: false,
    body: dataDownload,
    status: 200,
    answer: null,
    gives: 'file',
    refuses: [
      'link_ended',
      'not_signed_in',
      'second_factor_needed',
      'email_unconfirmed',
      'too_long_to_export',
      'not_ready',
    ],
  }),
  importToProject: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/import',
    summary:
      'Import files as documents of a project: Markdown, HTML, Word, plain text, and zips of these with their pictures',
    ...signedIn,
    params: byId,
    takes: 'files',
    status: 202,
    answer: begunJob,
    refuses: ['not_found', 'not_allowed', 'archived', 'invalid', 'no_room'],
  }),
  importDocuments: endpoint({
    method: 'POST',
    path: '/api/v1/documents/import',
    summary: 'Import files as personal drafts, as importToProject does',
    ...signedIn,
    takes: 'files',
    status: 202,
    answer: begunJob,
    refuses: ['invalid', 'no_room'],
  }),
  getJob: endpoint({
    method: 'GET',
    path: '/api/v1/jobs/{id}',
    summary: 'Get the progress and the result of an import of the caller',
    ...signedIn,
    params: byId,
    status: 200,
    answer: job,
    refuses: ['not_found'],
  }),
} as const;
