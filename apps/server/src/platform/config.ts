import { resolve } from 'node:path';
import type { KillAt } from './kill-points.ts';
import type { LogLevel } from './log.ts';
import { settings, type SettingName } from './settings.ts';
import type { S3Place, Setting, SignUp, SmtpServer } from './setting-types.ts';

/** What the process was told, checked and in the types the code needs. Made once, at start; nothing else reads the environment. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port, without a last slash; null where the `Host` header is believed. */
  readonly publicUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Bytes of the disk of `dataDir` that are kept free; 0: it is not looked at. */
  readonly minFreeBytes: number;
  readonly signUp: SignUp;
  /** Whether visitors may look around in a workspace of their own. */
  readonly demo: boolean;
  /** As Fastify's option of the same name takes it. */
  readonly trustProxy: false | readonly string[];
  readonly logLevel: LogLevel;
  readonly killAt: KillAt | null;
  /** Milliseconds for which the event loop may stand; 0 for ever. */
  readonly stalledMs: number;
  readonly mail: MailConfig;
  readonly files: FilesConfig;
  readonly admin: AdminConfig;
  readonly limits: HttpLimits;
  readonly live: LiveLimits;
  /** Settings that were given, but whose part this version does not have. */
  readonly notUsedYet: readonly SettingName[];
};

/** Where files lie, and how much of them there may be, in bytes. `s3` null: in the data folder. */
export type FilesConfig = {
  readonly s3: S3Place | null;
  readonly uploadBytes: number;
  readonly importBytes: number;
  readonly personBytes: number;
};

/** How figures are had from outside (null: not), and how long it is kept who did what. */
export type AdminConfig = {
  readonly port: number | null;
  readonly host: string;
  readonly metricsToken: string | null;
  readonly auditDays: number;
};

/** Where mail goes out, and where messages of visitors go in. Null for none. */
export type MailConfig = {
  readonly server: SmtpServer | null;
  /** There where the server is. */
  readonly from: string | null;
  readonly sales: string | null;
  readonly support: string | null;
};

/** How much the HTTP API takes. Source: API, Limits. */
export type HttpLimits = {
  /** Of one account in 15 minutes; then one more a minute. */
  readonly loginFailures: number;
  /** From one address in 15 minutes. */
  readonly loginAttempts: number;
  /** From one address in an hour. */
  readonly registrations: number;
  /** Contact, demo request and newsletter, from one address in an hour. */
  readonly messages: number;
  /** Of those with one mail address in them, in an hour. */
  readonly messagesPerAddress: number;
  /** Links for a new password, for one mail address in an hour. */
  readonly passwordResets: number;
  /** Invitations by mail of one person in an hour. */
  readonly invitations: number;
  readonly addressLookUps: number;
  readonly mailedNotifications: number;
  /** Demo workspaces for one address in an hour. */
  readonly demos: number;
  /** For one address in a minute. */
  readonly csrfTokens: number;
  /** Of one session, or address without a session, in a minute. */
  readonly calls: number;
  readonly jsonBytes: number;
};

/** How much the live channel takes, and when it folds. Source: API, Limits; performance, What is known about getting there. */
export type LiveLimits = {
  readonly updateBytes: number;
  readonly awarenessBytes: number;
  readonly waitingUpdates: number;
  readonly waitingBytes: number;
  readonly connections: number;
  readonly foldUpdates: number;
  readonly foldBytes: number;
};

/** The settings do not hold together; the message lists every fault, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`These settings are not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
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
  if (isGiven('SMTP_URL') && !isGiven('MAIL_FROM')) faults.push('MAIL_FROM has to be set where SMTP_URL is');
  if (isGiven('SIGN_UP') && !isGiven('SMTP_URL') && !['open', 'invited'].includes(given(environment, 'SIGN_UP'))) {
    faults.push(
      'SIGN_UP names a mail domain, and without SMTP_URL nobody can tell whose an address is: set that, or open or invited',
    );
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.fromEntries(entries) as Values;
}

function waitingSettings(environment: Environment): SettingName[] {
  const names = Object.keys(settings) as SettingName[];
  return names.filter((name) => settings[name].use === 'waiting' && given(environment, name) !== '');
}

/** Reads and checks all settings together; the environment of the process, unless told otherwise. A relative `DATA_DIR` counts from the working directory. Throws {@link ConfigError}. */
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
    admin: { port: values.ADMIN_PORT, host: values.ADMIN_HOST, metricsToken: values.METRICS_TOKEN, auditDays: values.AUDIT_DAYS },
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
