/** Refusals of sign-in with identity providers, joined in `refusals.ts`. */
export const identityRefusals = {
  logout_token_invalid: {
    status: 400,
    title: 'Logout token not valid',
    detail: 'The logout token is missing or not valid. No session was ended.',
  },
  only_provider: {
    status: 403,
    title: 'Passwords are turned off',
    detail:
      'On this server, people sign in only through an identity provider. Use its button on the sign-in page.',
  },
  sign_in_again: {
    status: 403,
    title: 'Sign in again first',
    detail:
      'Your account has no password. Sign out, sign in through your identity provider, and repeat this within ten minutes.',
  },
  sign_in_expired: {
    status: 403,
    title: 'Sign-in expired',
    detail:
      'This sign-in took more than ten minutes, was already used, or was started in another browser. Start again.',
  },
  provider_denied: {
    status: 403,
    title: 'Sign-in cancelled',
    detail: 'The sign-in was cancelled or refused at the identity provider. Nothing was changed.',
  },
  provider_not_confirmed: {
    status: 403,
    title: 'Sign-in not confirmed',
    detail:
      'The identity provider does not confirm this sign-in any more: it expired, it was used, or your account there is closed. Start again. If this continues, ask the administrator of this server.',
  },
  provider_clock: {
    status: 403,
    title: 'Clocks differ',
    detail:
      'The clocks of this server and of the identity provider differ by more than a minute. Ask an administrator to set them.',
  },
  provider_address_missing: {
    status: 403,
    title: 'No email address',
    detail:
      'The identity provider did not send an email address. Ask the administrator of this server.',
  },
  account_closed: {
    status: 403,
    title: 'Account blocked',
    detail: 'This account is blocked. Ask the administrator of this server.',
  },
  account_exists: {
    status: 403,
    title: 'An account with this address exists',
    detail:
      'An account with this email address exists, but it is not connected to this identity. Sign in to it another way, and connect the identity in Settings, Security.',
  },
  accounts_not_created: {
    status: 403,
    title: 'No account',
    detail:
      'No account is connected to this identity, and the provider may not create one for it. Ask the administrator of this server.',
  },
  identity_taken: {
    status: 409,
    title: 'Identity of another account',
    detail: 'This identity is connected to another account. Nothing was changed.',
  },
  identity_exists: {
    status: 409,
    title: 'Already connected',
    detail:
      'Your account is already connected to an identity of this provider. Disconnect it first.',
  },
  last_sign_in_method: {
    status: 409,
    title: 'Last way to sign in',
    detail:
      'This is the only way to sign in to your account. Set a password or connect another identity first.',
  },
  last_provider: {
    status: 409,
    title: 'Last identity provider',
    detail:
      'Passwords are turned off, and this is the only enabled identity provider. Turn passwords on first.',
  },
  provider_session_needed: {
    status: 409,
    title: 'Sign in through a provider first',
    detail:
      'To turn passwords off, sign in through an enabled identity provider first. Otherwise you could lock yourself out.',
  },
  provider_secret_lost: {
    status: 409,
    title: 'Client secret not readable',
    detail:
      'The client secret of this identity provider cannot be read, because the key of this server has changed. An administrator has to enter it again.',
  },
  provider_unreachable: {
    status: 502,
    title: 'Identity provider not reachable',
    detail: 'The identity provider does not respond. Nothing was changed. Try again in a moment.',
  },
  provider_invalid: {
    status: 502,
    title: 'Answer of the identity provider not valid',
    detail:
      'The answer of the identity provider is not valid. No account was opened. Try again. If this continues, ask the administrator of this server.',
  },
} as const;
