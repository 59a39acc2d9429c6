import type { eventsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Whoever is signed in may listen, and hears what is theirs to know. */
export const eventsRows: Rows<typeof eventsEndpoints> = {
  listenToEvents: { of: 'signed_in', status: 200 },
};
