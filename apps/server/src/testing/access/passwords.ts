import type { passwordsEndpoints } from '@longhand/contract';
import { testPassword } from '../../app.testing.ts';
import type { Rows } from './row.ts';

let asked = 0;

/**
 * Access by link. A request for a link has the same response for every address; an invalid token
 * returns 404 to every caller.
 */
export const passwordsRows: Rows<typeof passwordsEndpoints> = {
  forgotPassword: {
    of: 'anyone',
    status: 204,
    body: () => ({ email: `forgetful${(asked += 1)}@example.org` }),
  },
  resetPassword: {
    of: 'anyone',
    status: 404,
    body: () => ({ token: 'none', password: testPassword }),
  },
  confirmEmail: { of: 'anyone', status: 404, body: () => ({ token: 'none' }) },
};
