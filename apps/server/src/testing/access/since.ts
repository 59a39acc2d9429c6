import type { sinceEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Readers of a document may read and dismiss their own news of it. */
export const sinceRows: Rows<typeof sinceEndpoints> = {
  getNews: { of: 'document', least: 'viewer', status: 200 },
  markSeen: { of: 'document', least: 'viewer', status: 204, archived: 204, deleted: 204 },
};
