import type { accountEndpoints } from '@longhand/contract';
import { testPassword } from '../../app.testing.ts';
import type { Rows, Stage } from './row.ts';

const missing = '0192f0c1-7a00-7000-8000-0123456789ab';

/** Users only have access to their own account: other users' sessions and tokens return 404. */
export const accountRows: Rows<typeof accountEndpoints> = {
  // All calls have a wrong password, so that the users still exist for the next call.
  deleteUser: {
    of: 'signed_in',
    status: 403,
    body: () => ({ currentPassword: `not ${testPassword}` }),
  },
  listSessions: { of: 'signed_in', status: 200 },
  endSession: { of: 'signed_in', status: 404, params: somebodysSession },
  endOtherSessions: { of: 'signed_in', status: 204 },
  listTokens: { of: 'signed_in', status: 200 },
  createToken: { of: 'signed_in', status: 201, body: () => ({ name: 'Script', scopes: ['read'] }) },
  deleteToken: { of: 'signed_in', status: 404, params: () => ({ id: missing }) },
  signInToDemo: { of: 'anyone', status: 409, nobody: 200 },
  listPlans: { of: 'anyone', status: 200 },
};

/** Returns a session of the stranger. */
async function somebodysSession({ db, stranger }: Stage): Promise<{ id: string }> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', stranger.user.id)
    .executeTakeFirstOrThrow();
  return { id: row.id };
}
