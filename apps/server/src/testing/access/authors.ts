import type { authorsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Readers of the document may read its authorship. */
export const authorsRows: Rows<typeof authorsEndpoints> = {
  getAuthors: { of: 'document', least: 'viewer', status: 200 },
};
