import { z } from 'zod';
import { page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { id, listOf } from '../text.ts';
import { waiting, waitingSuggestions } from '../waiting.ts';

/** Start page of a user: items that wait for them, and a sample project to learn from. */
export const beginningsEndpoints = {
  listWaiting: endpoint({
    method: 'GET',
    path: '/api/v1/waiting',
    summary:
      'List open threads that are assigned to the caller, mention or reply to them, or are on their documents; latest comment first',
    ...signedIn,
    query: page,
    status: 200,
    answer: listOf(waiting),
    refuses: [],
  }),
  listWaitingSuggestions: endpoint({
    method: 'GET',
    path: '/api/v1/waiting/suggestions',
    summary:
      'List documents that the caller created or edited with suggestions by others that the caller may decide; latest first',
    ...signedIn,
    query: page,
    status: 200,
    answer: listOf(waitingSuggestions),
    refuses: [],
  }),
  createSampleProject: endpoint({
    method: 'POST',
    path: '/api/v1/sample-project',
    summary: 'Create a sample project for the caller, or return the existing one',
    ...signedIn,
    status: 201,
    answer: z.object({ projectId: id }).meta({ id: 'SampleProject' }),
    refuses: [],
  }),
} as const;
