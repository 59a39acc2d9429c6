import type { descriptionEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** What the API is may be read by anyone. */
export const descriptionRows: Rows<typeof descriptionEndpoints> = {
  getDocs: { of: 'anyone', status: 200 },
  getOpenApi: { of: 'anyone', status: 200 },
};
