/** Refusals of second factors, joined in `refusals.ts`. */
export const factorRefusals = {
  second_factor_needed: {
    status: 403,
    title: 'Second factor needed',
    detail:
      'This server requires a second factor for your account. Add a passkey or one-time codes first.',
  },
  confirm_first: {
    status: 403,
    title: 'Confirm that it is you',
    detail:
      'This requires a confirmation of the last ten minutes. Confirm with your password, a passkey or a code, and repeat it. Without these, sign out and sign in through your identity provider.',
  },
  wrong_code: {
    status: 403,
    field: 'code',
    title: 'Wrong code',
    detail: 'This code is incorrect, has expired, or was already used. Enter the next one.',
  },
  second_step_expired: {
    status: 403,
    title: 'Sign-in expired',
    detail:
      'This sign-in took more than five minutes, or was started in another browser. Enter your password again.',
  },
  passkey_refused: {
    status: 403,
    title: 'Passkey not accepted',
    detail:
      'This passkey could not be verified, is not known to this server, or the request was older than five minutes. Try again.',
  },
  passkeys_unavailable: {
    status: 409,
    title: 'Passkeys not available',
    detail:
      'Passkeys require that this server is opened at a host name over HTTPS. Ask the administrator of this server to set PUBLIC_URL.',
  },
  passkey_exists: {
    status: 409,
    title: 'Passkey exists',
    detail: 'This passkey was already added.',
  },
  too_many_passkeys: {
    status: 409,
    title: 'Too many passkeys',
    detail: 'You have the maximum number of passkeys. Remove one before you add another.',
  },
  one_time_codes_on: {
    status: 409,
    title: 'One-time codes are on',
    detail: 'Your account already has one-time codes. Remove them first to use another app.',
  },
  no_second_factor: {
    status: 409,
    title: 'No second factor',
    detail: 'Recovery codes replace a second factor. Add a passkey or one-time codes first.',
  },
} as const;
