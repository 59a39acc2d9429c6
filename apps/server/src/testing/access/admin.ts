import type { adminEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Only administrators manage the server. */
export const adminRows: Rows<typeof adminEndpoints> = {
  getOverview: { of: 'administrator', status: 200 },
  listUsers: { of: 'administrator', status: 200 },
  changeUser: {
    of: 'administrator',
    status: 200,
    params: ({ stranger }) => ({ id: stranger.user.id }),
    body: () => ({ disabled: false }),
  },
  listAudit: { of: 'administrator', status: 200 },
};
