import type { Audit } from '../../domain/audit.ts';
import type { LoginThrottle } from '../../domain/login-throttle.ts';
import type { Live } from '../../domain/live.ts';
import type { ReauthenticationDeps } from '../../domain/reauthentication.ts';
import type { SignIn } from '../../http/sign-in.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Sealer } from '../../platform/sealing.ts';

/**
 * Dependencies of second factors. `secure`: cookies are sent over HTTPS only. `publicUrl`: null to
 * use `Host` as our origin.
 */
export type FactorsDeps = ReauthenticationDeps & {
  ids: Ids;
  audit: Audit;
  live: Live;
  mail: Mail;
  links: Links;
  signIn: SignIn;
  sealer: Sealer;
  secure: boolean;
  /** Limit of wrong one-time codes of an account at an address, in a known browser or a session. */
  codeThrottle: LoginThrottle;
  /** Limit of wrong one-time codes of an account at all addresses, and in all known browsers. */
  accountCodeThrottle: LoginThrottle;
  publicUrl: string | null;
};
