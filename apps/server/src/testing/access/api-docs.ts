import type { apiDocsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** The API description is public. */
export const apiDocsRows: Rows<typeof apiDocsEndpoints> = {
  getDocs: { of: 'anyone', status: 200 },
  getOpenApi: { of: 'anyone', status: 200 },
};
