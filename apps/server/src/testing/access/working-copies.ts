import type { workingCopiesEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/**
 * The stage's document is neither published nor a working copy, so permitted users get 409. Other
 * tests cover the successful calls.
 */
export const workingCopiesRows: Rows<typeof workingCopiesEndpoints> = {
  createWorkingCopy: { of: 'document', least: 'editor', status: 409 },
  getWorkingCopy: { of: 'document', least: 'viewer', status: 409 },
  mergeWorkingCopy: { of: 'document', least: 'editor', status: 409, body: () => ({ as: 'edit' }) },
};
