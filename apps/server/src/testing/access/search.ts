import type { searchEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Everybody searches; what is found is what they may read. */
export const searchRows: Rows<typeof searchEndpoints> = {
  search: { of: 'signed_in', status: 200, query: () => ({ q: 'letter' }) },
};
