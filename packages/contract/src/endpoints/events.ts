import { endpoint } from '../endpoint.ts';

/** Server-sent events for open pages. Source: API, Calls. */
export const eventsEndpoints = {
  listenToEvents: endpoint({
    method: 'GET',
    path: '/api/v1/events',
    summary:
      'Stream server-sent events for the signed-in page: activity, rights, account, jobs, inbox, figures',
    access: 'signed_in',
    budget: 'calls',
    status: 200,
    answer: null,
    gives: 'events',
    refuses: ['too_many'],
  }),
} as const;
