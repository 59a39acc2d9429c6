import type { beginningsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Users only see their own waiting items; each signed-in user may create a sample project. */
export const beginningsRows: Rows<typeof beginningsEndpoints> = {
  listWaiting: { of: 'signed_in', status: 200 },
  listWaitingSuggestions: { of: 'signed_in', status: 200 },
  createSampleProject: { of: 'signed_in', status: 201 },
};
