import type { workingCopiesEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** The stage's document is neither published nor a working copy: who may is told that. What they do when it is, their own tests show. */
export const workingCopiesRows: Rows<typeof workingCopiesEndpoints> = {
  createWorkingCopy: { of: 'document', least: 'editor', status: 409 },
  getWorkingCopy: { of: 'document', least: 'viewer', status: 409 },
  mergeWorkingCopy: { of: 'document', least: 'editor', status: 409, body: () => ({ as: 'edit' }) },
};
