import type { searchEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Signed-in users search; results only include documents that they can read. */
export const searchRows: Rows<typeof searchEndpoints> = {
  search: { of: 'signed_in', status: 200, query: () => ({ q: 'letter' }) },
};
