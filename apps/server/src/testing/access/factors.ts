import type { factorsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

const missing = () => ({ id: '0192f0c1-7a00-7000-8000-0123456789ab' });

/** Parts of a credential that no server has asked for. */
const part = 'AAAA';

const used = {
  id: part,
  rawId: part,
  type: 'public-key',
  response: { clientDataJSON: part, authenticatorData: part, signature: part },
};

const created = {
  id: part,
  rawId: part,
  type: 'public-key',
  response: { clientDataJSON: part, attestationObject: part },
};

/**
 * Sign-in with factors is available to all. Users only have access to their own factors, and change
 * them only after a confirmation; administrators remove those of others.
 */
export const factorsRows: Rows<typeof factorsEndpoints> = {
  // No sign-in waits for a code.
  endSignInByCode: { of: 'anyone', status: 403, body: () => ({ code: '123456' }) },
  // Requests of the tests have the host localhost.
  startPasskeySignIn: { of: 'anyone', status: 200 },
  endPasskeySignIn: { of: 'anyone', status: 403, body: () => ({ credential: used }) },
  getFactors: { of: 'signed_in', status: 200 },
  startConfirmation: { of: 'signed_in', status: 200 },
  confirmOwner: {
    of: 'signed_in',
    status: 403,
    body: () => ({ currentPassword: 'not the password' }),
  },
  startOneTimeCodes: { of: 'signed_in', status: 403 },
  activateOneTimeCodes: { of: 'signed_in', status: 403, body: () => ({ code: '123456' }) },
  deleteOneTimeCodes: { of: 'signed_in', status: 403 },
  renewRecoveryCodes: { of: 'signed_in', status: 403 },
  startPasskey: { of: 'signed_in', status: 403 },
  addPasskey: {
    of: 'signed_in',
    status: 403,
    body: () => ({ name: 'Key', credential: created }),
  },
  updatePasskey: {
    of: 'signed_in',
    status: 404,
    params: missing,
    body: () => ({ name: 'Renamed' }),
  },
  deletePasskey: { of: 'signed_in', status: 403, params: missing },
  deleteFactors: { of: 'administrator', status: 404, params: missing },
};
