import type { descriptionEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** The API description is public. */
export const descriptionRows: Rows<typeof descriptionEndpoints> = {
  getDocs: { of: 'anyone', status: 200 },
  getOpenApi: { of: 'anyone', status: 200 },
};
