import { z } from 'zod';
import { accessGrant, accessRequest, newAccessRequest } from '../access-request.ts';
import { byId, page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { id, listOf } from '../text.ts';

const byIdAndRequest = z.object({ id, requestId: id });

/** Requests for access to a document or project that the caller cannot read. */
export const accessRequestsEndpoints = {
  askForDocument: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/access-requests',
    summary:
      'Request access to a document from its owners. The response is the same if the document does not exist or access is not needed',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    body: newAccessRequest,
    bodyOptional: true,
    status: 204,
    answer: null,
    refuses: ['demo_account', 'too_many'],
  }),
  grantDocumentRequest: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/access-requests/{requestId}/grant',
    summary: 'Approve a request for access to a document',
    access: 'signed_in',
    tokens: false,
    budget: 'calls',
    params: byIdAndRequest,
    body: accessGrant,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
  declineDocumentRequest: endpoint({
    method: 'POST',
    path: '/api/v1/documents/{id}/access-requests/{requestId}/decline',
    summary: 'Decline a request; the requester is not notified',
    access: 'signed_in',
    budget: 'calls',
    params: byIdAndRequest,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed'],
  }),
  askForProject: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/access-requests',
    summary:
      'Request access to a project from its owners. The response is the same if the project does not exist or access is not needed',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    body: newAccessRequest,
    bodyOptional: true,
    status: 204,
    answer: null,
    refuses: ['demo_account', 'too_many'],
  }),
  grantProjectRequest: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/access-requests/{requestId}/grant',
    summary: 'Approve a request for access to a project',
    access: 'signed_in',
    tokens: false,
    budget: 'calls',
    params: byIdAndRequest,
    body: accessGrant,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed', 'archived'],
  }),
  declineProjectRequest: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{id}/access-requests/{requestId}/decline',
    summary: 'Decline a request; the requester is not notified',
    access: 'signed_in',
    budget: 'calls',
    params: byIdAndRequest,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed'],
  }),
  listWaitingRequests: endpoint({
    method: 'GET',
    path: '/api/v1/waiting/requests',
    summary: 'List requests for access to objects that the caller owns, newest first',
    access: 'signed_in',
    budget: 'calls',
    query: page,
    status: 200,
    answer: listOf(accessRequest),
    refuses: [],
  }),
} as const;
