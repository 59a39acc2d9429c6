import { byId } from '../asked.ts';
import { document } from '../document.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { workingCopy, workingCopyMerge } from '../working-copy.ts';

/** Working copies of published documents. */
export const workingCopiesEndpoints = {
  createWorkingCopy: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/working-copy',
    summary:
      'Create a working copy of a published document, or return the existing one of the caller',
    ...signedIn,
    params: byId,
    status: 201,
    answer: document,
    refuses: ['not_found', 'not_allowed', 'archived', 'not_published'],
  }),
  getWorkingCopy: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/working-copy',
    summary:
      'Compare a working copy with its original: changes in the copy and changes in the original since',
    ...signedIn,
    params: byId,
    status: 200,
    answer: workingCopy,
    refuses: ['not_found', 'no_working_copy'],
  }),
  mergeWorkingCopy: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/working-copy/merge',
    summary: 'Merge a working copy into the published document; the copy is archived',
    ...signedIn,
    params: byId,
    body: workingCopyMerge,
    status: 200,
    answer: document,
    refuses: [
      'not_found',
      'not_allowed',
      'archived',
      'locked',
      'no_working_copy',
      'merge_conflict',
      'too_large',
    ],
  }),
} as const;
