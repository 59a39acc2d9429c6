import type { eventsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Signed-in users may subscribe, and only receive events of resources that they can read. */
export const eventsRows: Rows<typeof eventsEndpoints> = {
  listenToEvents: { of: 'signed_in', status: 200 },
};
