import type { beginningsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** What waits for somebody is theirs alone, and a sample is made for whoever asks. */
export const beginningsRows: Rows<typeof beginningsEndpoints> = {
  listWaiting: { of: 'signed_in', status: 200 },
  listWaitingSuggestions: { of: 'signed_in', status: 200 },
  createSampleProject: { of: 'signed_in', status: 201 },
};
