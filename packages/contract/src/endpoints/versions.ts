import { z } from 'zod';
import { byId } from '../asked.ts';
import { documentFormat } from '../document.ts';
import { endpoint } from '../endpoint.ts';
import { pagesOf, signedIn } from '../signed-in.ts';
import { id } from '../text.ts';
import { newVersion, version, versionChanges } from '../version.ts';

const byIdAndVersion = z.object({ id, versionId: id });

/** Versions of a document. */
export const versionsEndpoints = {
  listVersions: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/versions',
    summary: 'List the versions of a document, newest first',
    params: byId,
    ...pagesOf(version),
    refuses: ['not_found'],
  }),
  createVersion: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/versions',
    summary: 'Save the acknowledged text as a version, with an optional name',
    ...signedIn,
    params: byId,
    body: newVersion,
    bodyOptional: true,
    status: 201,
    answer: version,
    refuses: ['not_found', 'not_allowed', 'archived', 'unchanged'],
  }),
  getVersion: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/versions/{versionId}',
    summary: 'Get a version with its text; with compare, also its differences from another version',
    ...signedIn,
    params: byIdAndVersion,
    query: z.object({ format: documentFormat.default('json'), compare: id.optional() }),
    status: 200,
    answer: version,
    refuses: ['not_found'],
  }),
  updateVersion: endpoint({
    method: 'PATCH',
    path: '/api/v1/documents/{id}/versions/{versionId}',
    summary: 'Rename a version',
    ...signedIn,
    params: byIdAndVersion,
    body: versionChanges,
    status: 200,
    answer: version,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
  restoreVersion: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/versions/{versionId}/restore',
    summary: 'Restore a version. The current text is saved as a version first',
    ...signedIn,
    params: byIdAndVersion,
    status: 201,
    answer: version,
    refuses: ['not_found', 'not_allowed', 'archived', 'locked', 'too_large'],
  }),
} as const;
