import type { authEndpoints } from '@longhand/contract';
import { testPassword } from '../../app.testing.ts';
import type { Rows } from './row.ts';

let people = 0;

/** Returns the registration of a new user. */
function newPerson() {
  people += 1;
  return {
    username: `new${people}`,
    name: 'New',
    email: `new${people}@example.org`,
    password: testPassword,
  };
}

/** Signing in and out is available to all. */
export const authRows: Rows<typeof authEndpoints> = {
  getCsrfToken: { of: 'anyone', status: 200 },
  register: { of: 'anyone', status: 201, body: newPerson },
  login: {
    of: 'anyone',
    status: 200,
    nobody: 401,
    body: (_stage, as) => ({ username: as?.user.username ?? 'nobody', password: testPassword }),
  },
  logout: { of: 'anyone', status: 200 },
};
