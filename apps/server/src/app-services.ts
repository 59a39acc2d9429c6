import { auditingActivity, composeActivityRecorder, publishingLive } from './app-events.ts';
import { readBranding } from './db/branding.ts';
import type { Database } from './db/open.ts';
import { auditSinksOf, createAudit } from './domain/audit.ts';
import type { Live } from './domain/live.ts';
import {
  createLoginThrottle,
  type LoginThrottle,
  type ThrottleRule,
} from './domain/login-throttle.ts';
import { createPasswords } from './domain/passwords.ts';
import { createPageBrands } from './features/branding/page-brand.ts';
import { createConfirm } from './features/passwords/confirming.ts';
import { createRateLimits, type Rates } from './http/rate-limits.ts';
import { createCallerAddress } from './http/caller-address.ts';
import { createCsrf } from './http/csrf.ts';
import { createSignIn, type SignInNote } from './http/sign-in.ts';
import { unsharedCounts, type SharedCounts } from './http/shared-counts.ts';
import { createSlidingWindow } from './http/sliding-window.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createLinks } from './mail/links.ts';
import { createMail } from './mail/mail.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Ids } from './platform/ids.ts';
import type { Logger } from './platform/log.ts';
import { readKey } from './db/keys.ts';

/** Dependencies of the services. */
export type ServicesDeps = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'publicUrl' | 'mail' | 'limits' | 'admin'>;
  database: Pick<Database, 'kysely'>;
  log: Logger;
  clock: Clock;
  ids: Ids;
  live: Live;
  /** Counts of rate limits on other nodes. Absent or null for a single process. */
  counts?: SharedCounts | null;
  /** Open, but not started: handlers are registered here. */
  jobs: Jobs;
  /**
   * Returns the base URL of links in mail: the configured one, otherwise the server's own address.
   */
  baseUrl: () => string;
};

/** Services that several features of one application share. */
export type Services = Awaited<ReturnType<typeof createServices>>;

const minute = 60_000;

/** Returns the rate limits from the settings. */
function ratesOf(limits: Config['limits']): Rates {
  return {
    calls: { limit: limits.calls, windowMs: minute },
    csrf_token: { limit: limits.csrfTokens, windowMs: minute },
    login: { limit: limits.loginAttempts, windowMs: 15 * minute },
    registration: { limit: limits.registrations, windowMs: 60 * minute },
    messages: { limit: limits.messages, windowMs: 60 * minute },
    demo: { limit: limits.demos, windowMs: 60 * minute },
  };
}

const loginRuleOf = ({ loginFailures }: Config['limits']) => ({
  failures: loginFailures,
  windowMs: 15 * minute,
  thenEveryMs: minute,
});

/**
 * Limit of wrong one-time codes at one address, each after a right password: ten an hour, then none
 * for an hour.
 */
const codeRule = { failures: 10, windowMs: 60 * minute, thenEveryMs: 60 * minute };

/** Limit of wrong one-time codes of an account at all addresses, and in all known browsers. */
const accountCodeRule = { ...codeRule, failures: 50 };

/** Creates the limits of failed sign-ins and of wrong codes. */
function createThrottles(
  { config, clock }: Pick<ServicesDeps, 'config' | 'clock'>,
  counts: SharedCounts,
): Record<'loginThrottle' | 'codeThrottle' | 'accountCodeThrottle', LoginThrottle> {
  const throttle = (name: string, rule: ThrottleRule): LoginThrottle =>
    createLoginThrottle({ clock, rule, share: counts.of(name) });
  return {
    loginThrottle: throttle('login_failures', loginRuleOf(config.limits)),
    codeThrottle: throttle('code_failures', codeRule),
    accountCodeThrottle: throttle('account_code_failures', accountCodeRule),
  };
}

/**
 * Creates the services that several features share. Registers the jobs of mail, and opens only the
 * key of the CSRF tokens.
 */
export async function createServices(deps: ServicesDeps) {
  const { config, log, clock, ids, jobs } = deps;
  const counts = deps.counts ?? unsharedCounts;
  const db = deps.database.kysely;
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const csrf = createCsrf(await readKey(config, db, 'csrf.key'));
  const consumeRateLimit = createRateLimits({ clock, rates: ratesOf(config.limits), counts });
  const throttles = createThrottles(deps, counts);
  const passwords = await createPasswords();
  const address = createCallerAddress();
  const audit = createAudit({
    clock,
    ids,
    address: address.current,
    sinks: auditSinksOf(config.admin),
  });
  const note: SignInNote = (trx, action, userId) => audit(trx, { action, actorId: userId });
  const mail = createMail({ db, clock, ids, jobs, config: config.mail });
  const links = createLinks(deps.baseUrl);
  const pageBrands = createPageBrands(clock, () => readBranding(db));
  const perHour = (name: string, limit: number) =>
    createSlidingWindow({
      clock,
      rate: { limit, windowMs: 60 * minute },
      share: counts.of(name),
    });
  const perAddress = perHour('per_address', config.limits.messagesPerAddress);
  return {
    db,
    log,
    clock,
    ids,
    jobs,
    secure,
    csrf,
    consumeRateLimit,
    ...throttles,
    passwords,
    address,
    audit,
    signIn: createSignIn({ db, clock, ids, csrf, note, secure }),
    live: publishingLive(deps.live, { db, log }),
    recordActivity: auditingActivity(composeActivityRecorder({ clock, ids }), audit),
    mail,
    links,
    /** Branding of the pages. */
    pageBrands,
    /** Creates a limit of so many events an hour, for each key. Names are unique. */
    perHour,
    /** Limit of mails to one typed address. */
    perAddress,
    confirm: createConfirm({ clock, mail, links, perAddress }),
    /** Limit of look-ups of addresses. */
    asking: perHour('look_ups', config.limits.addressLookUps),
  };
}
