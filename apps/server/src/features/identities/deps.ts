import type { Audit } from '../../domain/audit.ts';
import type { Confirm } from '../../domain/confirm.ts';
import type { Live } from '../../domain/live.ts';
import type { ReauthenticationDeps } from '../../domain/reauthentication.ts';
import type { RecordActivity } from '../../domain/record-activity.ts';
import type { AdmissionDeps } from '../../domain/registration.ts';
import type { SignIn } from '../../http/sign-in.ts';
import type { Links } from '../../mail/links.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Sealer } from '../../platform/sealing.ts';
import type { ProviderClient } from './provider-client.ts';

/** Dependencies of sign-in with identity providers. `secure`: cookies are sent over HTTPS only. */
export type IdentitiesDeps = ReauthenticationDeps &
  AdmissionDeps & {
    ids: Ids;
    log: Logger;
    confirm: Confirm;
    recordActivity: RecordActivity;
    audit: Audit;
    live: Live;
    mail: Mail;
    links: Links;
    signIn: SignIn;
    sealer: Sealer;
    client: ProviderClient;
    secure: boolean;
  };
