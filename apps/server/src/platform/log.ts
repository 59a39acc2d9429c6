import pino from 'pino';

/** Where the process says what happened, one JSON object a line. */
export type Log = pino.Logger;

/** How much is said. `silent` says nothing. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** See {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

const secretFields = ['password', 'newPassword', 'currentPassword', 'token', 'csrfToken', 'cookie', 'authorization'];
const secretHeaders = ['cookie', 'set-cookie', 'authorization', 'x-xsrf-token', 'sec-websocket-key'];

const redacted = [
  ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  ...secretHeaders.flatMap((header) => [`headers["${header}"]`, `*.headers["${header}"]`]),
];

/**
 * A log that writes JSON lines, by default to standard error: standard output carries the address and nothing else.
 * Passwords, cookies and tokens never appear in it. Writing is synchronous, so that the last line before a crash is there. `heard` is
 * told of each error that is written: those of warnings are faults outside of us, the others are bugs.
 */
export function createLog(
  level: LogLevel,
  destination: pino.DestinationStream = pino.destination({ fd: 2, sync: true }),
  heard?: (error: unknown, kind: 'bug' | 'fault') => void,
): Log {
  const { warn, error } = pino.levels.values;
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(args, method, at) {
      const [told] = args as readonly unknown[];
      const isError = typeof told === 'object' && told !== null && 'err' in told;
      if (isError && at >= (warn ?? 0)) heard?.(told.err, at >= (error ?? 0) ? 'bug' : 'fault');
      method.apply(this, args);
    },
  };
  const redact = { paths: redacted, censor: '[secret]' };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, hooks }, destination);
}
