import { z } from 'zod';
import { page } from '../asked.ts';
import { endpoint } from '../endpoint.ts';
import { id, listOf } from '../text.ts';
import { waiting, waitingSuggestions } from '../waiting.ts';

/** What a person finds when they come: what waits for them, and something to learn by. Source: features, Editing. */
export const beginningsEndpoints = {
  listWaiting: endpoint({
    method: 'GET',
    path: '/api/v1/waiting',
    summary:
      'Open threads that are assigned to the caller, or in which somebody named them, answered them, or spoke about their document; last said first',
    access: 'signed_in',
    budget: 'calls',
    query: page,
    status: 200,
    answer: listOf(waiting),
    refuses: [],
  }),
  listWaitingSuggestions: endpoint({
    method: 'GET',
    path: '/api/v1/waiting/suggestions',
    summary:
      'Documents of the caller, or in which they wrote, that have suggestions of others on which they may decide; the latest first',
    access: 'signed_in',
    budget: 'calls',
    query: page,
    status: 200,
    answer: listOf(waitingSuggestions),
    refuses: [],
  }),
  createSampleProject: endpoint({
    method: 'POST',
    path: '/api/v1/sample-project',
    summary: 'Make the caller a project to try things in; where they have it already, that one',
    access: 'signed_in',
    budget: 'calls',
    status: 201,
    answer: z.object({ projectId: id }).meta({ id: 'SampleProject' }),
    refuses: [],
  }),
} as const;
