import type { changesSinceVisitEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Readers of a document may read and dismiss their own news of it. */
export const changesSinceVisitRows: Rows<typeof changesSinceVisitEndpoints> = {
  getNews: { of: 'document', least: 'viewer', status: 200 },
  markSeen: { of: 'document', least: 'viewer', status: 204, archived: 204, deleted: 204 },
};
