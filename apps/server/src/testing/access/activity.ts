import type { activityEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Users who can read an object may read its activity. */
export const activityRows: Rows<typeof activityEndpoints> = {
  listProjectActivity: { of: 'project', least: 'viewer', status: 200 },
  listDocumentActivity: { of: 'document', least: 'viewer', status: 200 },
  listRecentActivity: { of: 'signed_in', status: 200 },
};
