import { byId } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { changesSinceVisit } from '../changes-since-visit.ts';

/** Changes since the caller's last visit. */
export const changesSinceVisitEndpoints = {
  getNews: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/since',
    summary:
      'Get the edits by others since the caller last had the document open; absences under a minute do not count',
    ...signedIn,
    params: byId,
    status: 200,
    answer: changesSinceVisit,
    refuses: ['not_found'],
  }),
  markSeen: endpoint({
    method: 'PUT',
    path: '/api/v1/documents/{id}/seen',
    summary: 'Mark all edits of a document as seen',
    ...signedIn,
    params: byId,
    status: 204,
    answer: null,
    refuses: ['not_found'],
  }),
} as const;
