import { endpoint } from '../endpoint.ts';
import { found, searchAsked } from '../search.ts';
import { signedIn } from '../signed-in.ts';
import { listOf } from '../text.ts';

/** Search over documents, comments, people and projects. */
export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    summary:
      'Search documents, comments, people and projects that the caller may read, best match first',
    ...signedIn,
    query: searchAsked,
    status: 200,
    answer: listOf(found),
    refuses: ['not_found'],
  }),
} as const;
