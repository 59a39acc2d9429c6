import { limits } from '@longhand/contract';
import { logLevels } from './log.ts';
import {
  killAt,
  mailbox,
  onOrOff,
  oneOf,
  optional,
  origin,
  postgresUrl,
  proxies,
  s3Url,
  secret,
  signUp,
  smtpUrl,
  text,
  whole,
  type Setting,
} from './setting-types.ts';

function used<T>(initial: string | number, parse: (text: string) => T, about: string): Setting<T> {
  return { initial: String(initial), parse, about, use: 'used' };
}

function waiting<T>(initial: string, parse: (text: string) => T, about: string): Setting<T> {
  return { initial, parse, about, use: 'waiting' };
}

function forTests<T>(initial: string, parse: (text: string) => T, about: string): Setting<T> {
  return { initial, parse, about, use: 'tests' };
}

const count = whole(1, 1_000_000_000);
const bytes = whole(1_024, 1_073_741_824);

/**
 * All settings with default, parser and description. `.env.example` is generated from this table,
 * which a test checks. No setting is required.
 */
export const settings = {
  PORT: used(
    3000,
    whole(0, 65_535),
    'The TCP port that the server listens on. 0 selects a free port.',
  ),
  HOST: used(
    '127.0.0.1',
    text,
    'The address that the server listens on. 0.0.0.0 or :: means all addresses; use a proxy with TLS then.',
  ),
  PUBLIC_URL: used(
    '',
    optional(origin),
    'The public address, such as https://write.example.org. With https, cookies are Secure. If empty, the server trusts the Host header.',
  ),
  DATA_DIR: used(
    './data',
    text,
    'The folder for all data: the database, files, and the keys created at the first start.',
  ),
  DATABASE_URL: used(
    '',
    optional(postgresUrl),
    'An external PostgreSQL (16 or newer), postgres://user:password@host:5432/name. If empty, Longhand runs its own in DATA_DIR.',
  ),
  MIN_FREE_BYTES: used(
    536_870_912,
    whole(0, Number.MAX_SAFE_INTEGER),
    'Minimum free space on the disk of DATA_DIR, in bytes. Below it, the server stores no new data: users can read and delete, and their edits stay on their devices. 0: no limit.',
  ),
  REDIS_URL: waiting(
    '',
    optional(text),
    'A Redis or Valkey server that distributes live changes between several servers.',
  ),
  S3_URL: used(
    '',
    optional(s3Url),
    'An S3-compatible store for files, s3://key:secret@host:port/bucket?region=us-east-1&tls=on. If empty, files are in DATA_DIR.',
  ),
  SMTP_URL: used(
    '',
    optional(smtpUrl),
    'A mail server, smtp://user:password@host:587, or smtps:// on 465. If empty, mail stays in an outbox that administrators can read.',
  ),
  MAIL_FROM: used('', optional(mailbox), 'The sender address of mail. Required with SMTP_URL.'),
  SALES_MAILBOX: used(
    '',
    optional(mailbox),
    'The mail address that receives demo requests. The server also stores the requests.',
  ),
  SUPPORT_MAILBOX: used(
    '',
    optional(mailbox),
    'The mail address that receives messages to support. The server also stores the messages.',
  ),
  SIGN_UP: used(
    'open',
    signUp,
    'The registration rule: open (anyone), invited, or a mail domain such as example.org. A domain requires SMTP_URL, because its addresses are confirmed by mail.',
  ),
  DEMO: used('on', onOrOff, 'Demo workspaces for visitors: on or off.'),
  TRUST_PROXY: used(
    'off',
    proxies,
    'The proxies whose X-Forwarded headers are trusted: off, or addresses and networks (loopback, 10.0.0.0/8), separated by commas.',
  ),
  ADMIN_PORT: used(
    '',
    optional(whole(1, 65_535)),
    'A second port, for metrics (/metrics, for Prometheus) and health checks only. Do not expose it to visitors.',
  ),
  ADMIN_HOST: used(
    '127.0.0.1',
    text,
    'The address that ADMIN_PORT listens on. The default accepts connections from this machine only.',
  ),
  METRICS_TOKEN: used(
    '',
    optional(secret),
    'If set, /metrics is also available on PORT to requests with Authorization: Bearer and this token. At least 20 characters.',
  ),
  AUDIT_DAYS: used(
    400,
    whole(1, 10_000),
    'Retention of the audit log (sign-ins, rights, secrets), in days.',
  ),
  LOG_LEVEL: used(
    'warn',
    oneOf(logLevels),
    `The log level on standard error: ${logLevels.join(', ')}.`,
  ),
  MAX_UPDATE_BYTES: used(
    limits.updateBytesMax,
    bytes,
    'Maximum size of a frame of the live channel, in bytes.',
  ),
  LIMIT_LOGIN_FAILURES: used(
    10,
    count,
    'Failed sign-ins per account in 15 minutes; after that, one more per minute.',
  ),
  LIMIT_LOGIN_ATTEMPTS: used(200, count, 'Sign-in attempts per IP address in 15 minutes.'),
  LIMIT_REGISTRATIONS: used(300, count, 'Registrations per IP address and hour.'),
  LIMIT_MESSAGES: used(
    60,
    count,
    'Messages (contact, demo request, newsletter) per IP address and hour.',
  ),
  LIMIT_MESSAGES_PER_ADDRESS: used(
    5,
    count,
    'Such messages, and confirmation mails, per mail address and hour.',
  ),
  LIMIT_PASSWORD_RESETS: used(5, count, 'Password reset links per mail address and hour.'),
  LIMIT_INVITATIONS: used(
    100,
    count,
    'Invitations by mail per user and hour. Each mail address receives at most LIMIT_MESSAGES_PER_ADDRESS of them.',
  ),
  LIMIT_ADDRESS_LOOK_UPS: used(
    60,
    count,
    'Look-ups of accounts by mail address per user and hour, to share something or to change the own address.',
  ),
  LIMIT_MAILED_NOTIFICATIONS: used(
    12,
    count,
    'Notification mails per user and hour. Further notifications wait and are sent together.',
  ),
  LIMIT_DEMOS: used(30, count, 'Demo workspaces per IP address and hour.'),
  LIMIT_CSRF_TOKENS: used(600, count, 'CSRF tokens per IP address and minute.'),
  LIMIT_CALLS: used(
    1_200,
    count,
    'Other calls per session and minute; without a session, per IP address.',
  ),
  LIMIT_IMPORT_BYTES: used(limits.importBytesMax, bytes, 'Maximum size of one import, in bytes.'),
  LIMIT_UPLOAD_BYTES: used(
    limits.uploadBytesMax,
    bytes,
    'Maximum size of a picture or attachment, in bytes.',
  ),
  LIMIT_FILES_BYTES: used(
    limits.filesOfPersonMax,
    whole(1_024, Number.MAX_SAFE_INTEGER),
    'Maximum total size of the pictures and attachments of one user and the files of their unfinished imports, in bytes.',
  ),
  LIMIT_JSON_BYTES: used(limits.jsonBodyMax, bytes, 'Maximum size of a JSON body, in bytes.'),
  LIMIT_AWARENESS_BYTES: used(
    limits.awarenessBytesMax,
    bytes,
    'Maximum size of a presence state (cursor, selection), in bytes.',
  ),
  LIMIT_WAITING_UPDATES: used(
    limits.waitingUpdatesMax,
    count,
    'Maximum number of updates of one live connection that wait for their commit.',
  ),
  LIMIT_WAITING_BYTES: used(
    limits.waitingBytesMax,
    bytes,
    'Maximum size of the updates of one live connection that wait for their commit, in bytes.',
  ),
  LIMIT_CONNECTIONS: used(
    limits.connectionsPerSessionAndDocument,
    count,
    'Maximum number of live connections per session and document.',
  ),
  FOLD_UPDATES: used(
    1_000,
    count,
    'Number of updates after which the log of a document is compacted into its snapshot.',
  ),
  FOLD_BYTES: used(
    65_536,
    bytes,
    'Size in bytes after which the log of a document is compacted into its snapshot.',
  ),
  STALLED_SECONDS: used(
    10,
    whole(0, 3_600),
    'Seconds for which the event loop may be blocked before the process exits. npm start then restarts it. 0: no limit.',
  ),
  KILL_AT: forTests(
    '',
    optional(killAt),
    'For crash tests only: point:n kills the process with SIGKILL when the named point is reached for the n-th time.',
  ),
} as const;

/** Name of a setting. */
export type SettingName = keyof typeof settings;
