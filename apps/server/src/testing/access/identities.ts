import type { identitiesEndpoints } from '@longhand/contract';
import { testPassword } from '../../app.testing.ts';
import type { Rows, Stage } from './row.ts';

const missing = '0192f0c1-7a00-7000-8000-0123456789ab';
const noProvider = () => ({ id: missing });

/** Adds a provider on a port of this machine on which no server listens. */
async function aProvider({ db }: Stage): Promise<{ id: string }> {
  const id = crypto.randomUUID();
  await db
    .insertInto('identity_providers')
    .values({
      id,
      name: 'Nowhere',
      issuer: 'http://127.0.0.1:9',
      client_id: 'longhand',
      is_enabled: true,
      link_rule: 'never',
      creates_accounts: false,
    })
    .execute();
  return { id };
}

/**
 * Sign-in with a provider is available to all, identities to their users, and providers to
 * administrators.
 */
export const identitiesRows: Rows<typeof identitiesEndpoints> = {
  startSignIn: { of: 'anyone', status: 404, params: noProvider },
  endSignIn: { of: 'anyone', status: 404, params: noProvider, body: () => ({ answer: 'code=1' }) },
  signOutByProvider: {
    of: 'anyone',
    status: 415,
    params: noProvider,
    body: () => ({ logout_token: 'none' }),
  },
  getSignInMethods: { of: 'signed_in', status: 200 },
  connectIdentity: {
    of: 'signed_in',
    status: 404,
    params: noProvider,
    body: () => ({ currentPassword: testPassword }),
  },
  disconnectIdentity: {
    of: 'signed_in',
    status: 404,
    params: noProvider,
    body: () => ({ currentPassword: testPassword }),
  },
  listIdentityProviders: { of: 'administrator', status: 200 },
  createIdentityProvider: {
    of: 'administrator',
    status: 201,
    body: () => ({
      name: 'Nowhere',
      issuer: 'http://127.0.0.1:9',
      clientId: 'longhand',
    }),
  },
  updateIdentityProvider: {
    of: 'administrator',
    status: 200,
    params: aProvider,
    body: () => ({ name: 'Elsewhere' }),
  },
  deleteIdentityProvider: { of: 'administrator', status: 204, params: aProvider },
  // The provider does not respond.
  testIdentityProvider: { of: 'administrator', status: 502, params: aProvider },
  getSignInRule: { of: 'administrator', status: 200 },
  // Administrators who signed in with a password must not lock themselves out.
  setSignInRule: { of: 'administrator', status: 409, body: () => ({ onlyProvider: true }) },
};
