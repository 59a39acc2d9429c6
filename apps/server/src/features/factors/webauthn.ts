/**
 * Loads the library for passkeys at its first use. It has more than two hundred modules, which
 * would delay every start.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server');
