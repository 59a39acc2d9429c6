import { z } from 'zod';
import { byId, page } from '../asked.ts';
import { documentFormat } from '../document.ts';
import { endpoint } from '../endpoint.ts';
import { id, listOf } from '../text.ts';
import { newVersion, version } from '../version.ts';

const byIdAndVersion = z.object({ id, versionId: id });

/** What a document said before. Source: API, Calls. */
export const versionsEndpoints = {
  listVersions: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/versions',
    summary: "A document's versions, newest first",
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    query: page,
    status: 200,
    answer: listOf(version),
    refuses: ['not_found'],
  }),
  createVersion: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/versions',
    summary: 'Keep everything acknowledged so far as a version, with a name where one is given',
    access: 'signed_in',
    budget: 'calls',
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
    summary: 'One version with what it says; with compare also how it differs from that other version of the document',
    access: 'signed_in',
    budget: 'calls',
    params: byIdAndVersion,
    query: z.object({ format: documentFormat.default('json'), compare: id.optional() }),
    status: 200,
    answer: version,
    refuses: ['not_found'],
  }),
  restoreVersion: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/versions/{versionId}/restore',
    summary: 'Make the document say again what a version says. What it said before becomes a version too',
    access: 'signed_in',
    budget: 'calls',
    params: byIdAndVersion,
    status: 201,
    answer: version,
    refuses: ['not_found', 'not_allowed', 'archived', 'locked', 'too_large'],
  }),
} as const;
