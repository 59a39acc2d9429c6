import { z } from 'zod';
import { accessGrant, accessRequest, newAccessRequest } from '../access-request.ts';
import { byId } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { pagesOf, signedIn } from '../signed-in.ts';
import { id } from '../text.ts';

const byIdAndRequest = z.object({ id, requestId: id });

/** Objects to which a user can request access. */
type Place = 'document' | 'project';

const ask = <const P extends Place>(place: P) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/${place}s/{id}/access-requests`,
    summary: `Request access to a ${place} from its owners. The response is the same if the ${place} does not exist or access is not needed`,
    ...signedIn,
    params: byId,
    body: newAccessRequest,
    bodyOptional: true,
    status: 204,
    answer: null,
    refuses: ['demo_account', 'too_many'],
  });

const grant = <const P extends Place>(place: P) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/${place}s/{id}/access-requests/{requestId}/grant`,
    summary: `Approve a request for access to a ${place}`,
    ...signedIn,
    tokens: false,
    params: byIdAndRequest,
    body: accessGrant,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed', 'archived'],
  });

const decline = <const P extends Place>(place: P) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/${place}s/{id}/access-requests/{requestId}/decline`,
    summary: 'Decline a request; the requester is not notified',
    ...signedIn,
    params: byIdAndRequest,
    status: 204,
    answer: null,
    refuses: ['not_found', 'not_allowed'],
  });

/** Requests for access to a document or project that the caller cannot read. */
export const accessRequestsEndpoints = {
  askForDocument: ask('document'),
  grantDocumentRequest: grant('document'),
  declineDocumentRequest: decline('document'),
  askForProject: ask('project'),
  grantProjectRequest: grant('project'),
  declineProjectRequest: decline('project'),
  listWaitingRequests: endpoint({
    method: 'GET',
    path: '/api/v1/waiting/requests',
    summary: 'List requests for access to objects that the caller owns, newest first',
    ...pagesOf(accessRequest),
    refuses: [],
  }),
} as const;
