import { z } from 'zod';
import { byId } from '../asked.ts';
import { authors } from '../authors.ts';
import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';

/** Authorship of passages. */
export const authorsEndpoints = {
  getAuthors: endpoint({
    method: 'GET',
    path: '/api/v1/documents/{id}/authors',
    summary:
      'List the author and time of each passage, as recorded by the server; with after, only passages written after that entry, where known',
    ...signedIn,
    params: byId,
    query: z.object({
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    }),
    status: 200,
    answer: authors,
    refuses: ['not_found'],
  }),
} as const;
