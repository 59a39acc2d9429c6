import { byId } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { sinceLastTime } from '../since.ts';

/** What is new since one was here last. Source: features, Since you were last here. */
export const sinceEndpoints = {
  getNews: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/since',
    summary: 'What others have written since the caller had the document open last; being back within a minute is not being away',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    status: 200,
    answer: sinceLastTime,
    refuses: ['not_found'],
  }),
  markSeen: endpoint({
    method: 'PUT',
    path: '/api/v1/documents/{id}/seen',
    summary: 'Nothing of a document is new to the caller any more',
    access: 'signed_in',
    budget: 'calls',
    params: byId,
    status: 204,
    answer: null,
    refuses: ['not_found'],
  }),
} as const;
