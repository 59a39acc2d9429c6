import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { email } from '@longhand/contract';
import { killPointNames, type KillAt } from './kill-points.ts';

/** Schema that reads the text of an environment variable. Its issues describe valid values. */
export type FromText<T> = z.ZodType<T, string>;

/**
 * Rule for registration: any user, only invited users, or only users with an address of one domain.
 */
export type SignUp = { kind: 'open' } | { kind: 'invited' } | { kind: 'domain'; domain: string };

/**
 * A mail server. `secure`: TLS from the first byte. Otherwise STARTTLS if the server supports it.
 */
export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  login: { user: string; password: string } | null;
};

/** Removes the login from an address, so that error messages do not contain the password. */
function withoutLogin(text: string): string {
  const [from, to] = [text.indexOf('//'), text.lastIndexOf('@')];
  return from < 0 || to < from ? text : `${text.slice(0, from)}//…${text.slice(to)}`;
}

function parser<T>(expected: string, parse: (text: string) => T | undefined): FromText<T> {
  return z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(`has to be ${expected}, not "${withoutLogin(text)}"`);
    return z.NEVER;
  });
}

/** Accepts an empty text as null. */
export function optional<T>(schema: FromText<T>): FromText<T | null> {
  return z.string().transform((text, context) => {
    if (text === '') return null;
    const { data, error } = schema.safeParse(text);
    if (error === undefined) return data;
    for (const { message } of error.issues) context.addIssue(message);
    return z.NEVER;
  });
}

/** Accepts any text. */
export const text: FromText<string> = z.string();

/** Reads a path. A relative one is resolved against the working directory. */
export const folder: FromText<string> = z.string().transform((given) => resolve(given));

/**
 * Reads a secret that is hard to guess and valid in a header. The error does not repeat the value,
 * which may be nearly correct.
 */
export const secret: FromText<string> = z
  .string()
  .regex(/^[\x21-\x7e]{20,200}$/, 'has to be 20 to 200 printable ASCII characters without spaces');

/** Reads a whole number between two inclusive bounds. */
export const whole = (min: number, max: number): FromText<number> =>
  parser(`a whole number from ${min} to ${max}`, (given) => {
    const number = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  });

/** Reads a count of one or more. */
export const count = whole(1, 1_000_000_000);

/** Reads a size of one kibibyte to one gibibyte (bytes). */
export const bytes = whole(1_024, 1_073_741_824);

/** Reads a number from 0 to 1. */
export const share = parser('a number from 0 to 1', (given) => {
  const number = /^\d?(?:\.\d{1,9})?$/.test(given) ? Number(given) : Number.NaN;
  return number <= 1 ? number : undefined;
});

/** Reads an http or https URL without a login. */
export const httpUrl = parser('an http or https URL without a login', (given) => {
  const url = URL.parse(given);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
    ? url.href.replace(/\/$/, '')
    : undefined;
});

/** Reads headers in the form `name=value,name=value` with percent-encoded values. */
export const headers: FromText<Readonly<Record<string, string>>> = z
  .string()
  .transform((given, context) => {
    try {
      return Object.fromEntries(
        given
          .split(',')
          .filter((one) => one.trim() !== '')
          .map((one) => headerIn(one.trim())),
      );
    } catch {
      // The value may be a secret, so it is not repeated.
      context.addIssue('has to be headers such as name=value,name=value');
      return z.NEVER;
    }
  });

function headerIn(given: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)=([\x20-\x7e]*)$/.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new URIError('not a header');
  return [name.toLowerCase(), decodeURIComponent(value)];
}

/** Reads `on` or `off`. */
export const onOrOff = parser('on or off', (given) =>
  given === 'on' ? true : given === 'off' ? false : undefined,
);

/** Reads one of the given words. */
export const oneOf = <const W extends string>(words: readonly W[]): FromText<W> =>
  parser(`one of ${words.join(', ')}`, (given) => words.find((word) => word === given));

/** Reads an `http` or `https` origin without a path. Returns it without a trailing slash. */
export const origin = parser(
  'an address such as https://write.example.org, without a path',
  (given) => {
    const url = URL.parse(given);
    if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
    return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
      ? url.origin
      : undefined;
  },
);

/** Reads a connection string of PostgreSQL. */
export const postgresUrl = parser(
  'an address such as postgres://user:password@host:5432/name',
  (given) => {
    const url = URL.parse(given);
    return url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) ? given : undefined;
  },
);

/** Reads the URL of a Redis. */
export const redisUrl = parser(
  'an address such as redis://user:password@host:6379, or rediss://',
  (given) => {
    const url = URL.parse(given);
    return url !== null && ['redis:', 'rediss:'].includes(url.protocol) ? given : undefined;
  },
);

const smtpPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** Reads the URL of an {@link SmtpServer}. */
export const smtpUrl = parser(
  'an address such as smtp://user:password@mail.example.org:587, or smtps://',
  (given): SmtpServer | undefined => {
    const url = URL.parse(given);
    const port = smtpPorts[url?.protocol ?? ''];
    if (
      url === null ||
      port === undefined ||
      url.hostname === '' ||
      url.search !== '' ||
      url.hash !== ''
    )
      return undefined;
    const login =
      url.username === '' ? null : { user: decoded(url.username), password: decoded(url.password) };
    const secure = url.protocol === 'smtps:';
    return { host: url.hostname, port: url.port === '' ? port : Number(url.port), secure, login };
  },
);

/**
 * A bucket of an S3-compatible store. `endpoint`: scheme, host and port without a trailing slash.
 */
export type S3Location = {
  endpoint: string;
  bucket: string;
  region: string;
  login: { key: string; secret: string };
};

/** Reads the URL of an {@link S3Location}. */
export const s3Url = parser(
  'an address such as s3://key:secret@host:9000/bucket?region=eu-central-1&tls=off (default: tls=on, region=us-east-1)',
  (given): S3Location | undefined => {
    const url = URL.parse(given);
    if (
      url === null ||
      url.protocol !== 's3:' ||
      url.host === '' ||
      url.username === '' ||
      url.password === ''
    )
      return undefined;
    const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
    const tls = url.searchParams.get('tls') ?? 'on';
    const region = url.searchParams.get('region') ?? 'us-east-1';
    const known = [...url.searchParams.keys()].every((name) => name === 'tls' || name === 'region');
    if (
      bucket === undefined ||
      !known ||
      url.hash !== '' ||
      !['on', 'off'].includes(tls) ||
      region === ''
    )
      return undefined;
    const login = { key: decoded(url.username), secret: decoded(url.password) };
    return { endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`, bucket, region, login };
  },
);

/** Place for backups: a folder (absolute path), or a bucket. */
export type BackupPlace = { kind: 'folder'; path: string } | { kind: 's3'; location: S3Location };

/** Reads a {@link BackupPlace}: the URL of a bucket, or a path. */
export const backupPlace: FromText<BackupPlace> = z.string().transform((given, context) => {
  if (!given.startsWith('s3://')) return { kind: 'folder', path: resolve(given) };
  const { data, error } = s3Url.safeParse(given);
  if (error === undefined) return { kind: 's3', location: data };
  for (const { message } of error.issues) context.addIssue(message);
  return z.NEVER;
});

/** Decodes percent encoding in a part of a URL. Returns it unchanged if it is invalid. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Reads one plain mail address. */
export const mailbox = parser('a mail address such as team@example.org', (given) =>
  email.safeParse(given).success ? given : undefined,
);

/** Reads a {@link SignUp}. */
export const signUp = parser(
  'open, invited or a domain such as example.org',
  (given): SignUp | undefined => {
    if (given === 'open' || given === 'invited') return { kind: given };
    return /^([a-z0-9-]+\.)+[a-z]{2,}$/i.test(given)
      ? { kind: 'domain', domain: given.toLowerCase() }
      : undefined;
  },
);

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(given: string): boolean {
  if (networkNames.includes(given)) return true;
  const [address, bits, more] = given.split('/');
  const kind = isIP(address ?? '');
  if (kind === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

/**
 * Reads the proxies whose `X-Forwarded-*` headers are trusted; false for none. Does not accept
 * "all", which would let any client choose its address.
 */
export const proxies = parser(
  'off, or addresses and networks separated by commas (loopback, 10.0.0.0/8)',
  (given): false | readonly string[] | undefined => {
    if (given === 'off') return false;
    const networks = given.split(',').map((one) => one.trim());
    return networks.every(isNetwork) ? networks : undefined;
  },
);

/** Reads a {@link KillAt} in the form `point:time`. */
export const killAt = parser(
  `a point and a count such as before-ack:3 (${killPointNames.join(', ')})`,
  (given): KillAt | undefined => {
    const [name, count, more] = given.split(':');
    const point = killPointNames.find((known) => known === name);
    if (point === undefined || more !== undefined || !/^[1-9]\d{0,8}$/.test(count ?? ''))
      return undefined;
    return { point, time: Number(count) };
  },
);
