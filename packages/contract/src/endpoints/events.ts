import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';

/** Server-sent events for open pages. */
export const eventsEndpoints = {
  listenToEvents: endpoint({
    method: 'GET',
    path: '/api/v1/events',
    summary:
      'Stream server-sent events for the signed-in page: activity, rights, account, jobs, inbox, figures',
    ...signedIn,
    query: z.object({ age: z.coerce.number().int().nonnegative().optional() }),
    status: 200,
    answer: null,
    gives: 'events',
    refuses: ['too_many'],
  }),
} as const;
