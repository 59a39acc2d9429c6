import type { sinceEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** What is new to somebody is theirs alone; it is asked for, and put aside, by whoever reads the document. */
export const sinceRows: Rows<typeof sinceEndpoints> = {
  getNews: { of: 'document', least: 'viewer', status: 200 },
  markSeen: { of: 'document', least: 'viewer', status: 204, archived: 204, deleted: 204 },
};
