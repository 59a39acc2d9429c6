import type { activityEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Whoever can read something may know what happened to it. */
export const activityRows: Rows<typeof activityEndpoints> = {
  listProjectActivity: { of: 'project', least: 'viewer', status: 200 },
  listDocumentActivity: { of: 'document', least: 'viewer', status: 200 },
  listRecentActivity: { of: 'signed_in', status: 200 },
};
