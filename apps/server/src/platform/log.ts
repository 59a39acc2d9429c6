import pino from 'pino';
import { currentLogIds, currentPlace } from './work.ts';

/** Log of the process, one JSON object per line. */
export type Logger = pino.Logger;

/** Log levels. `silent` logs nothing. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** See {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'csrfToken',
  'cookie',
  'authorization',
];
const secretHeaders = [
  'cookie',
  'set-cookie',
  'authorization',
  'x-xsrf-token',
  'sec-websocket-key',
  'x-longhand-node',
];

const redacted = [
  ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  ...secretHeaders.flatMap((header) => [`headers["${header}"]`, `*.headers["${header}"]`]),
];

/**
 * Fields of an error that are logged besides its message: its kind and place, never the values
 * concerned.
 */
const loggedErrorFields = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
] as const;

/**
 * True for database errors whose message repeats the rejected value. Source: PostgreSQL, error
 * codes, class 22.
 */
function repeatsValue(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);
}

/**
 * Serializes an error. Database errors contain user text (`detail`, `where`, the query), which is
 * omitted.
 */
function writtenError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = new Map<string, unknown>(Object.entries(error));
  const logged = loggedErrorFields.flatMap((name) =>
    fields.has(name) ? [[name, fields.get(name)] as const] : [],
  );
  const message = repeatsValue(error) ? 'A value that the database rejects' : error.message;
  const stack =
    error.message === '' ? error.stack : error.stack?.replaceAll(error.message, () => message);
  const { cause } = error;
  return {
    type: error.name === 'error' ? 'DatabaseError' : error.name,
    message,
    stack,
    ...Object.fromEntries(logged),
    ...(cause instanceof Error ? { cause: writtenError(cause) } : {}),
  };
}

/** Returns the ids of the running code that a log, such as that of a call, does not add itself. */
function missingIds(_entry: object, _level: number, log: pino.Logger): object {
  const bound = log.bindings();
  const ids = Object.entries(currentLogIds()).filter(([name]) => !Object.hasOwn(bound, name));
  const place = currentPlace();
  return Object.fromEntries(place?.isSampled === true ? [...ids, ['traceId', place.traceId]] : ids);
}

/**
 * Creates a log that writes JSON lines, by default to standard error. Standard output contains only
 * the address.
 *
 * Passwords, cookies and tokens are redacted. Writing is synchronous, so that the last line before
 * a crash is written. Each entry has the ids of the work that it was written for, and of its trace.
 * `heard` receives each logged error: those of warnings are external faults, the others are bugs.
 */
export function createLog(
  level: LogLevel,
  destination: pino.DestinationStream = pino.destination({ fd: 2, sync: true }),
  heard?: (error: unknown, kind: 'bug' | 'fault') => void,
): Logger {
  const { warn, error } = pino.levels.values;
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(args, method, at) {
      const [entry] = args as readonly unknown[];
      const isError = typeof entry === 'object' && entry !== null && 'err' in entry;
      if (isError && at >= (warn ?? 0)) heard?.(entry.err, at >= (error ?? 0) ? 'bug' : 'fault');
      method.apply(this, args);
    },
  };
  const redact = { paths: redacted, censor: '[secret]' };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact,
      hooks,
      mixin: missingIds,
      serializers: { err: writtenError },
    },
    destination,
  );
}
