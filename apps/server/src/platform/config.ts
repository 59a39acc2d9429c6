import { resolve } from 'node:path';
import type { KillAt } from './kill-points.ts';
import type { LogLevel } from './log.ts';
import { settings, type SettingName } from './settings.ts';
import type { S3Place, Setting, SignUp, SmtpServer } from './setting-types.ts';

/**
 * Validated and typed settings of the process. Created once at the start; no other code reads the
 * environment.
 */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port without a trailing slash; null to use the `Host` header. */
  readonly publicUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Minimum free space on the disk of `dataDir` (bytes); 0 disables the check. */
  readonly minFreeBytes: number;
  readonly signUp: SignUp;
  /** True if visitors may create demo workspaces. */
  readonly demo: boolean;
  /** In the form of Fastify's option of the same name. */
  readonly trustProxy: false | readonly string[];
  readonly logLevel: LogLevel;
  readonly killAt: KillAt | null;
  /** Maximum time that the event loop may be blocked (ms); 0 for no limit. */
  readonly stalledMs: number;
  readonly mail: MailConfig;
  readonly files: FilesConfig;
  readonly admin: AdminConfig;
  readonly limits: HttpLimits;
  readonly live: LiveLimits;
  /** Settings that were set, but are not implemented in this version. */
  readonly notUsedYet: readonly SettingName[];
};

/** Location and limits of files (bytes). `s3`: null for the data folder. */
export type FilesConfig = {
  readonly s3: S3Place | null;
  readonly uploadBytes: number;
  readonly importBytes: number;
  readonly personBytes: number;
};

/** External access to figures (null for none), and retention of the audit log (days). */
export type AdminConfig = {
  readonly port: number | null;
  readonly host: string;
  readonly metricsToken: string | null;
  readonly auditDays: number;
};

/** Outgoing mail server and mailboxes for visitors' messages. Null for none. */
export type MailConfig = {
  readonly server: SmtpServer | null;
  /** Set if `server` is set. */
  readonly from: string | null;
  readonly sales: string | null;
  readonly support: string | null;
};

/** Limits of the HTTP API. Source: API, Limits. */
export type HttpLimits = {
  /** Per account in 15 minutes, then one per minute. */
  readonly loginFailures: number;
  /** Per address in 15 minutes. */
  readonly loginAttempts: number;
  /** Per address and hour. */
  readonly registrations: number;
  /** Contact, demo request and newsletter messages, per address and hour. */
  readonly messages: number;
  /** Such messages with the same mail address, per hour. */
  readonly messagesPerAddress: number;
  /** Links for a new password, per mail address and hour. */
  readonly passwordResets: number;
  /** Invitations by mail, per user and hour. */
  readonly invitations: number;
  readonly addressLookUps: number;
  readonly mailedNotifications: number;
  /** Demo workspaces, per address and hour. */
  readonly demos: number;
  /** Per address and minute. */
  readonly csrfTokens: number;
  /** Per session, or per address without a session, and minute. */
  readonly calls: number;
  readonly jsonBytes: number;
};

/**
 * Limits of the live channel, and thresholds for folding. Source: API, Limits; performance, What is
 * known about getting there.
 */
export type LiveLimits = {
  readonly updateBytes: number;
  readonly awarenessBytes: number;
  readonly waitingUpdates: number;
  readonly waitingBytes: number;
  readonly connections: number;
  readonly foldUpdates: number;
  readonly foldBytes: number;
};

/** The settings are invalid. The message lists every error, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`These settings are invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Values = { [N in SettingName]: ReturnType<(typeof settings)[N]['parse']> };

function given(environment: Environment, name: string): string {
  return environment[name]?.trim() ?? '';
}

function readValues(environment: Environment): Values {
  const faults: string[] = [];
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    try {
      return [name, setting.parse(given(environment, name) || setting.initial)];
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return [name, undefined];
    }
  });
  const isGiven = (name: SettingName) => given(environment, name) !== '';
  if (isGiven('SMTP_URL') && !isGiven('MAIL_FROM'))
    faults.push('MAIL_FROM has to be set if SMTP_URL is set');
  if (
    isGiven('SIGN_UP') &&
    !isGiven('SMTP_URL') &&
    !['open', 'invited'].includes(given(environment, 'SIGN_UP'))
  ) {
    faults.push(
      'SIGN_UP names a mail domain, and without SMTP_URL addresses cannot be confirmed: set SMTP_URL, or use open or invited',
    );
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.fromEntries(entries) as Values;
}

function waitingSettings(environment: Environment): SettingName[] {
  const names = Object.keys(settings) as SettingName[];
  return names.filter(
    (name) => settings[name].use === 'waiting' && given(environment, name) !== '',
  );
}

/**
 * Reads and validates all settings, by default from the process environment. A relative `DATA_DIR`
 * is resolved against the working directory. Throws {@link ConfigError}.
 */
export function readConfig(environment: Environment = process.env): Config {
  const values = readValues(environment);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    minFreeBytes: values.MIN_FREE_BYTES,
    signUp: values.SIGN_UP,
    demo: values.DEMO,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    killAt: values.KILL_AT,
    stalledMs: values.STALLED_SECONDS * 1_000,
    mail: {
      server: values.SMTP_URL,
      from: values.MAIL_FROM,
      sales: values.SALES_MAILBOX,
      support: values.SUPPORT_MAILBOX,
    },
    files: {
      s3: values.S3_URL,
      uploadBytes: values.LIMIT_UPLOAD_BYTES,
      importBytes: values.LIMIT_IMPORT_BYTES,
      personBytes: values.LIMIT_FILES_BYTES,
    },
    admin: {
      port: values.ADMIN_PORT,
      host: values.ADMIN_HOST,
      metricsToken: values.METRICS_TOKEN,
      auditDays: values.AUDIT_DAYS,
    },
    limits: {
      loginFailures: values.LIMIT_LOGIN_FAILURES,
      loginAttempts: values.LIMIT_LOGIN_ATTEMPTS,
      registrations: values.LIMIT_REGISTRATIONS,
      messages: values.LIMIT_MESSAGES,
      messagesPerAddress: values.LIMIT_MESSAGES_PER_ADDRESS,
      passwordResets: values.LIMIT_PASSWORD_RESETS,
      invitations: values.LIMIT_INVITATIONS,
      addressLookUps: values.LIMIT_ADDRESS_LOOK_UPS,
      mailedNotifications: values.LIMIT_MAILED_NOTIFICATIONS,
      demos: values.LIMIT_DEMOS,
      csrfTokens: values.LIMIT_CSRF_TOKENS,
      calls: values.LIMIT_CALLS,
      jsonBytes: values.LIMIT_JSON_BYTES,
    },
    live: {
      updateBytes: values.MAX_UPDATE_BYTES,
      awarenessBytes: values.LIMIT_AWARENESS_BYTES,
      waitingUpdates: values.LIMIT_WAITING_UPDATES,
      waitingBytes: values.LIMIT_WAITING_BYTES,
      connections: values.LIMIT_CONNECTIONS,
      foldUpdates: values.FOLD_UPDATES,
      foldBytes: values.FOLD_BYTES,
    },
    notUsedYet: waitingSettings(environment),
  };
}
