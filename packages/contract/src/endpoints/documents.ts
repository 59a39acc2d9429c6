import { z } from 'zod';
import { byId, page } from '../asked.ts';
import { document, documentChange, documentFormat, documentStatus, newDocument, newProjectDocument } from '../document.ts';
import { endpoint } from '../endpoint.ts';
import { id, listOf, textOf } from '../text.ts';

/** Documents. Source: API, Calls. */
export const documentsEndpoints = {
  listProjectDocuments: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/documents',
    summary: "A project's active documents, in order",
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    query: page,
    status: 200,
    answer: listOf(document),
    refuses: ['not_found'],
  }),
  createProjectDocument: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/documents',
    summary: 'Make a document in a project',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    body: newProjectDocument,
    status: 201,
    answer: document,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
  listDocuments: endpoint({
    method: 'GET',
    path: '/api/v1/documents',
    summary: 'Active documents that the caller may read, newest edit first',
    access: 'signed_in',
    budget: 'calls',
    query: page.extend({
      projectId: id.optional(),
      status: documentStatus.optional(),
      q: textOf({ max: 200, what: 'The search' }).optional(),
    }),
    status: 200,
    answer: listOf(document),
    refuses: ['not_found'],
  }),
  createDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents',
    summary: 'Make a document, in a project or as a personal draft',
    access: 'signed_in',
    budget: 'calls',
    body: newDocument,
    status: 201,
    answer: document,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
  getDocument: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}',
    summary: 'One document, with its text where a format is asked for',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    query: z.object({ format: documentFormat.optional() }),
    status: 200,
    answer: document,
    refuses: ['not_found'],
  }),
  updateDocument: endpoint({
    method: 'PATCH',
    path: '/api/v1/documents/{id}',
    summary: 'Rename a document',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    body: documentChange,
    status: 200,
    answer: document,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
} as const;
