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
  PORT: used(3000, whole(0, 65_535), 'The TCP port the server answers on; 0 takes a free one.'),
  HOST: used('127.0.0.1', text, 'The address the server listens on. 0.0.0.0 or :: for all; put a proxy with TLS in front then.'),
  PUBLIC_URL: used(
    '',
    optional(origin),
    'The address people type, such as https://write.example.org. With https, cookies are Secure. Without it, the Host header is believed.',
  ),
  DATA_DIR: used('./data', text, 'Where everything is kept: the database, files, and the keys made at the first start.'),
  DATABASE_URL: used(
    '',
    optional(postgresUrl),
    'A PostgreSQL of your own (16 or newer), postgres://user:password@host:5432/name. Without it Longhand runs its own in DATA_DIR.',
  ),
  MIN_FREE_BYTES: used(
    536_870_912,
    whole(0, Number.MAX_SAFE_INTEGER),
    'Free space on the disk of DATA_DIR, in bytes, below which nothing new is stored: people read and delete, and what they type stays on their devices. 0: no limit.',
  ),
  REDIS_URL: waiting('', optional(text), 'A Redis or Valkey that carries live changes between several servers.'),
  S3_URL: used(
    '',
    optional(s3Url),
    'A store for files that speaks S3, s3://key:secret@host:port/bucket?region=us-east-1&tls=on. Without it they lie in DATA_DIR.',
  ),
  SMTP_URL: used(
    '',
    optional(smtpUrl),
    'A mail server, smtp://user:password@host:587, or smtps:// on 465. Without it mail waits in an outbox for administrators to read.',
  ),
  MAIL_FROM: used('', optional(mailbox), 'The address that mail comes from. Needed with SMTP_URL.'),
  SALES_MAILBOX: used('', optional(mailbox), 'The address that gets requests for a demo. They are stored without it, too.'),
  SUPPORT_MAILBOX: used('', optional(mailbox), 'The address that gets messages to support. They are stored without it, too.'),
  SIGN_UP: used(
    'open',
    signUp,
    'Who may register: open (anyone), invited, or a mail domain such as example.org, whose addresses are confirmed by mail: it needs SMTP_URL.',
  ),
  DEMO: used('on', onOrOff, 'Whether visitors may look around in a workspace of their own: on or off.'),
  TRUST_PROXY: used(
    'off',
    proxies,
    'The proxies in front whose X-Forwarded headers are believed: off, or addresses and networks (loopback, 10.0.0.0/8), with commas.',
  ),
  ADMIN_PORT: used(
    '',
    optional(whole(1, 65_535)),
    'A second port, for figures (/metrics, for Prometheus) and health only. Keep it from visitors.',
  ),
  ADMIN_HOST: used('127.0.0.1', text, 'The address that ADMIN_PORT listens on: this machine alone, unless you say otherwise.'),
  METRICS_TOKEN: used(
    '',
    optional(secret),
    'With it, /metrics answers on PORT too, to who sends it as Authorization: Bearer. At least 20 characters.',
  ),
  AUDIT_DAYS: used(400, whole(1, 10_000), 'Days for which it is kept who signed in, and who changed what matters to the server.'),
  LOG_LEVEL: used('warn', oneOf(logLevels), `How much is written to standard error: ${logLevels.join(', ')}.`),
  MAX_UPDATE_BYTES: used(limits.updateBytesMax, bytes, 'The largest frame the live channel takes, in bytes.'),
  LIMIT_LOGIN_FAILURES: used(10, count, 'Failed sign-ins of one account in 15 minutes; after that one more a minute.'),
  LIMIT_LOGIN_ATTEMPTS: used(200, count, 'Sign-ins tried from one address in 15 minutes.'),
  LIMIT_REGISTRATIONS: used(300, count, 'Registrations from one address in an hour.'),
  LIMIT_MESSAGES: used(60, count, 'Messages (contact, demo request, newsletter) from one address in an hour.'),
  LIMIT_MESSAGES_PER_ADDRESS: used(5, count, 'Such messages, and mails to confirm an address, with one mail address in an hour.'),
  LIMIT_PASSWORD_RESETS: used(5, count, 'Links for a new password, for one mail address in an hour.'),
  LIMIT_INVITATIONS: used(
    100,
    count,
    'Invitations by mail of one person in an hour. One address gets LIMIT_MESSAGES_PER_ADDRESS of them.',
  ),
  LIMIT_ADDRESS_LOOK_UPS: used(
    60,
    count,
    'Mail addresses by which one person looks for accounts in an hour, to share or to change theirs.',
  ),
  LIMIT_MAILED_NOTIFICATIONS: used(
    12,
    count,
    'Mails of notifications to one person in an hour; what comes after waits and goes out together.',
  ),
  LIMIT_DEMOS: used(30, count, 'Demo workspaces for one address in an hour.'),
  LIMIT_CSRF_TOKENS: used(600, count, 'CSRF tokens for one address in a minute.'),
  LIMIT_CALLS: used(1_200, count, 'Other calls of one session, or of one address without a session, in a minute.'),
  LIMIT_IMPORT_BYTES: used(limits.importBytesMax, bytes, 'The most that one import may bring, in bytes.'),
  LIMIT_UPLOAD_BYTES: used(limits.uploadBytesMax, bytes, 'The largest picture or attachment, in bytes.'),
  LIMIT_FILES_BYTES: used(
    limits.filesOfPersonMax,
    whole(1_024, Number.MAX_SAFE_INTEGER),
    'Bytes of all pictures and attachments that one person added, and of files of imports that have not ended.',
  ),
  LIMIT_JSON_BYTES: used(limits.jsonBodyMax, bytes, 'The largest JSON body, in bytes.'),
  LIMIT_AWARENESS_BYTES: used(limits.awarenessBytesMax, bytes, 'The largest state of presence (caret, selection), in bytes.'),
  LIMIT_WAITING_UPDATES: used(limits.waitingUpdatesMax, count, 'Updates of one live connection that may wait for their commit.'),
  LIMIT_WAITING_BYTES: used(
    limits.waitingBytesMax,
    bytes,
    'Bytes of updates of one live connection that may wait for their commit.',
  ),
  LIMIT_CONNECTIONS: used(limits.connectionsPerSessionAndDocument, count, 'Live connections of one session in one document.'),
  FOLD_UPDATES: used(1_000, count, 'Updates after which the log of a document is folded into its snapshot.'),
  FOLD_BYTES: used(65_536, bytes, 'Bytes after which the log of a document is folded into its snapshot.'),
  STALLED_SECONDS: used(
    10,
    whole(0, 3_600),
    'Seconds for which the process may answer nobody before it ends by itself; npm start starts it anew. 0: it never does.',
  ),
  KILL_AT: forTests(
    '',
    optional(killAt),
    'For the crash tests only: point:n kills the process, by SIGKILL, the n-th time the named point is reached.',
  ),
} as const;

/** Name of a setting. */
export type SettingName = keyof typeof settings;
