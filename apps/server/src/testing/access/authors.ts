import type { authorsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Who wrote what is read by whoever reads the document. */
export const authorsRows: Rows<typeof authorsEndpoints> = {
  getAuthors: { of: 'document', least: 'viewer', status: 200 },
};
