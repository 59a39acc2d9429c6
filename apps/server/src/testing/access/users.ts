import type { usersEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Users only change their own account. */
export const usersRows: Rows<typeof usersEndpoints> = {
  getMe: { of: 'signed_in', status: 200 },
  sendConfirmation: { of: 'signed_in', status: 409 },
  updateUser: { of: 'signed_in', status: 200, body: () => ({ name: 'New' }) },
  replaceUser: { of: 'signed_in', status: 200, body: () => ({ name: 'New' }) },
};
