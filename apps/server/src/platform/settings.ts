import { languages, limits } from '@longhand/contract';
import { z } from 'zod';
import { httpLimits, liveLimits } from './limit-settings.ts';
import { logLevels } from './log.ts';
import {
  backupPlace,
  bytes,
  folder,
  killAt,
  mailbox,
  onOrOff,
  oneOf,
  optional,
  origin,
  postgresUrl,
  redisUrl,
  proxies,
  s3Url,
  secret,
  signUp,
  smtpUrl,
  text,
  whole,
  httpUrl,
} from './setting-types.ts';
import { infos, setting, type SettingInfo } from './setting.ts';
import { tracing } from './tracing-settings.ts';

/**
 * Schema of the configuration. Each leaf is one setting: its environment variable, default, parser
 * and description. `.env.example` is generated from it, which a test checks. No setting is
 * required.
 */
export const configSchema = z.object({
  port: setting(
    'PORT',
    3000,
    whole(0, 65_535),
    'The TCP port that the server listens on. 0 selects a free port.',
  ),
  host: setting(
    'HOST',
    '127.0.0.1',
    text,
    'The address that the server listens on. 0.0.0.0 or :: means all addresses; use a proxy with TLS then.',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    optional(origin),
    'The public address, such as https://write.example.org. With https, cookies are Secure. If empty, the server trusts the Host header.',
  ),
  dataDir: setting(
    'DATA_DIR',
    './data',
    folder,
    'The folder for all data: the database, files, and the keys created at the first start.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    optional(postgresUrl),
    'An external PostgreSQL (16 or newer), postgres://user:password@host:5432/name. If empty, Longhand runs its own in DATA_DIR.',
  ),
  nodeUrl: setting(
    'NODE_URL',
    '',
    optional(origin),
    'With several processes on one DATABASE_URL: the address at which the others reach this one, such as http://10.0.0.5:3000. If empty, HOST and PORT.',
  ),
  redisUrl: setting(
    'REDIS_URL',
    '',
    optional(redisUrl),
    'With several processes on one DATABASE_URL: a Redis or Valkey for messages between them, redis://user:password@host:6379. If empty or unreachable, PostgreSQL passes them on. It stores no data. The same for all processes.',
  ),
  minFreeBytes: setting(
    'MIN_FREE_BYTES',
    536_870_912,
    whole(0, Number.MAX_SAFE_INTEGER),
    'Minimum free space on the disk of DATA_DIR, in bytes. Below it, the server stores no new data: users can read and delete, and their edits stay on their devices. 0: no limit.',
  ),
  signUp: setting(
    'SIGN_UP',
    'open',
    signUp,
    'The registration rule: open (anyone), invited, or a mail domain such as example.org. A domain requires SMTP_URL, because its addresses are confirmed by mail.',
  ),
  demo: setting('DEMO', 'on', onOrOff, 'Demo workspaces for visitors: on or off.'),
  trustProxy: setting(
    'TRUST_PROXY',
    'off',
    proxies,
    'The proxies whose X-Forwarded headers are trusted: off, or addresses and networks (loopback, 10.0.0.0/8), separated by commas.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'warn',
    oneOf(logLevels),
    `The log level on standard error: ${logLevels.join(', ')}.`,
  ),
  /** Store and limits of files (bytes). `s3`: null for the data folder. */
  files: z.object({
    s3: setting(
      'S3_URL',
      '',
      optional(s3Url),
      'An S3-compatible store for files, s3://key:secret@host:port/bucket?region=us-east-1&tls=on. If empty, files are in DATA_DIR.',
    ),
    uploadBytes: setting(
      'LIMIT_UPLOAD_BYTES',
      limits.uploadBytesMax,
      bytes,
      'Maximum size of a picture or attachment, in bytes.',
    ),
    importBytes: setting(
      'LIMIT_IMPORT_BYTES',
      limits.importBytesMax,
      bytes,
      'Maximum size of one import, in bytes.',
    ),
    personBytes: setting(
      'LIMIT_FILES_BYTES',
      limits.filesOfPersonMax,
      whole(1_024, Number.MAX_SAFE_INTEGER),
      'Maximum total size of the pictures and attachments of one user and the files of their unfinished imports, in bytes.',
    ),
  }),
  /** Outgoing mail server, null for none, and mailboxes for visitors' messages. */
  mail: z.object({
    server: setting(
      'SMTP_URL',
      '',
      optional(smtpUrl),
      'A mail server, smtp://user:password@host:587, or smtps:// on 465. If empty, mail stays in an outbox that administrators can read.',
    ),
    from: setting(
      'MAIL_FROM',
      '',
      optional(mailbox),
      'The sender address of mail. Required with SMTP_URL.',
    ),
    sales: setting(
      'SALES_MAILBOX',
      '',
      optional(mailbox),
      'The mail address that receives demo requests. The server also stores the requests.',
    ),
    support: setting(
      'SUPPORT_MAILBOX',
      '',
      optional(mailbox),
      'The mail address that receives messages to support. The server also stores the messages.',
    ),
    language: setting(
      'DEFAULT_LANGUAGE',
      'en',
      oneOf(languages),
      `The language of mail to recipients whose language is not known: ${languages.join(', ')}.`,
    ),
  }),
  /** External access to metrics, and retention of the audit log (days). */
  admin: z.object({
    port: setting(
      'ADMIN_PORT',
      '',
      optional(whole(1, 65_535)),
      'A second port, for metrics (/metrics, for Prometheus) and health checks only. Do not expose it to visitors.',
    ),
    host: setting(
      'ADMIN_HOST',
      '127.0.0.1',
      text,
      'The address that ADMIN_PORT listens on. The default accepts connections from this machine only.',
    ),
    metricsToken: setting(
      'METRICS_TOKEN',
      '',
      optional(secret),
      'If set, /metrics is also available on PORT to requests with Authorization: Bearer and this token. At least 20 characters.',
    ),
    auditDays: setting(
      'AUDIT_DAYS',
      400,
      whole(1, 10_000),
      'Retention of the audit log (sign-ins, rights, secrets), in days.',
    ),
    auditFile: setting(
      'AUDIT_FILE',
      '',
      optional(folder),
      'A file to which each entry of the audit log is appended as a line of JSON. With several nodes, one that all of them reach.',
    ),
    auditUrl: setting(
      'AUDIT_URL',
      '',
      optional(httpUrl),
      'An http or https address to which entries of the audit log are sent (POST, one JSON object per line).',
    ),
    auditToken: setting(
      'AUDIT_TOKEN',
      '',
      optional(secret),
      'If set, entries are sent to AUDIT_URL with Authorization: Bearer and this token. At least 20 characters.',
    ),
  }),
  tracing,
  /** Scheduled backups. `to`: null for none. */
  backup: z.object({
    to: setting(
      'BACKUP_TO',
      '',
      optional(backupPlace),
      'Where scheduled backups are stored: a folder, or s3://key:secret@host:port/bucket. If empty, none are made.',
    ),
    everyHours: setting(
      'BACKUP_HOURS',
      24,
      whole(1, 720),
      'Hours between the beginnings of two scheduled backups.',
    ),
    keep: setting(
      'BACKUP_KEEP',
      7,
      whole(1, 1_000),
      'Number of verified scheduled backups to keep. Older ones are removed.',
    ),
    beforeUpgrade: setting(
      'BACKUP_BEFORE_UPGRADE',
      'on',
      onOrOff,
      'A backup in the data folder before a new version migrates the embedded database: on or off.',
    ),
    withFiles: setting(
      'BACKUP_FILES',
      'on',
      onOrOff,
      'Pictures and attachments in scheduled backups: on, or off if the file store has backups of its own.',
    ),
    withKeys: setting(
      'BACKUP_KEYS',
      'off',
      onOrOff,
      'Keys of DATA_DIR in scheduled backups: on or off. Without them, users sign in again after a restore.',
    ),
    verifyIn: setting(
      'BACKUP_VERIFY_URL',
      '',
      optional(postgresUrl),
      'An empty database in which scheduled backups are verified. If empty, a PostgreSQL is started in TMPDIR for each verification.',
    ),
  }),
  limits: httpLimits,
  live: liveLimits,
  stalledMs: setting(
    'STALLED_SECONDS',
    10,
    whole(0, 3_600).transform((seconds) => seconds * 1_000),
    'Seconds for which the event loop may be blocked before the process exits. npm start then restarts it. 0: no limit.',
  ),
  killAt: setting(
    'KILL_AT',
    '',
    optional(killAt),
    'For crash tests only: point:n kills the process with SIGKILL when the named point is reached for the n-th time.',
    'tests',
  ),
});

/** A setting and its path in the configuration. */
export type SettingAt = { readonly path: readonly string[]; readonly info: SettingInfo };

/** Lists the settings of a schema in their order. */
function listSettings(schema: z.ZodObject, path: readonly string[] = []): SettingAt[] {
  return Object.entries(schema.shape).flatMap(([key, value]) => {
    const at = [...path, key];
    if (value instanceof z.ZodObject) return listSettings(value, at);
    const info = infos.get(value as z.ZodType);
    return info === undefined ? [] : [{ path: at, info }];
  });
}

/** All settings, with their paths in the configuration. */
export const settings: readonly SettingAt[] = listSettings(configSchema);
