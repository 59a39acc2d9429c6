import { z } from 'zod';
import { activity } from '../activity.ts';
import { byId, page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { listOf } from '../text.ts';

/** Activity of projects and documents. */
export const activityEndpoints = {
  listProjectActivity: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{id}/activity',
    summary: 'List the activity of a project, newest first',
    ...signedIn,
    params: byId,
    query: page,
    status: 200,
    answer: listOf(activity),
    refuses: ['not_found'],
  }),
  listDocumentActivity: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/activity',
    summary: 'List the activity of a document, with `below` also of those inside it, newest first',
    ...signedIn,
    params: byId,
    query: page.extend({ below: z.enum(['true', 'false']).optional() }),
    status: 200,
    answer: listOf(activity),
    refuses: ['not_found'],
  }),
  listRecentActivity: endpoint({
    method: 'GET',
    path: '/api/v1/activity/recent',
    summary: 'List the activity that the caller may see, newest first',
    ...signedIn,
    query: page,
    status: 200,
    answer: listOf(activity),
    refuses: [],
  }),
} as const;
