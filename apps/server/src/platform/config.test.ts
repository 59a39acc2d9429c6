import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { writeEnvExample } from './env-example.ts';
import { settings } from './settings.ts';

const example = resolve(import.meta.dirname, '../../../../.env.example');

test('all settings are optional', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    redisUrl: null,
  });
  expect(config.dataDir).toBe(resolve('data'));
  expect(config.limits).toMatchObject({ loginFailures: 10, calls: 1200 });
  expect(config.live).toMatchObject({
    updateBytes: 8_388_608,
    waitingUpdates: 4_000,
    compactUpdates: 1_000,
    compactBytes: 65_536,
  });
});

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', KILL_AT: '' })).toEqual(readConfig({}));
});

test('reports all invalid settings at once, each by name', () => {
  const wrong = {
    PORT: '80a',
    PUBLIC_URL: 'https://write.example.org/path',
    DATABASE_URL: 'mysql://x',
    SIGN_UP: 'perhaps',
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'loud',
    MAX_UPDATE_BYTES: '-1',
    KILL_AT: 'sometime:1',
    SMTP_URL: 'http://mail.example.org',
    MAIL_FROM: 'Longhand <a@example.org>',
    SALES_MAILBOX: 'a@example.org, b@example.org',
    SUPPORT_MAILBOX: 'a@example.org\nBcc: b@example.org',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '1.5',
  };
  const read = () => readConfig(wrong);
  expect(read).toThrow(ConfigError);
  for (const name of Object.keys(wrong)) expect(read).toThrow(`  ${name} has to be `);
});

test('reads the headers for a collector, and does not repeat them in an error', () => {
  const read = (headers: string) => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: headers }).tracing;
  expect(read('authorization=Bearer%20a-secret, X-Scope=team').headers).toEqual({
    authorization: 'Bearer a-secret',
    'x-scope': 'team',
  });
  for (const wrong of ['a-secret', 'x=%E0%A4%A', 'x y=a-secret'])
    expect(() => read(wrong)).toThrow(/HEADERS has to be headers such as name=value,name=value$/);
});

test.each([
  ['PUBLIC_URL', 'https://write.example.org/', 'publicUrl', 'https://write.example.org'],
  ['SIGN_UP', 'invited', 'signUp', { kind: 'invited' }],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'trustProxy', ['loopback', '10.0.0.0/8']],
  ['KILL_AT', 'after-commit:12', 'killAt', { point: 'after-commit', time: 12 }],
  ['DATA_DIR', '/srv/longhand', 'dataDir', '/srv/longhand'],
])('parses %s=%s', (name, value, key, expected) => {
  expect(readConfig({ [name]: value })).toHaveProperty(key, expected);
});

test('the admin port listens on the loopback address unless ADMIN_HOST is set', () => {
  expect(readConfig({ HOST: '0.0.0.0', ADMIN_PORT: '9090' }).admin).toMatchObject({
    host: '127.0.0.1',
    port: 9090,
  });
  expect(readConfig({ ADMIN_PORT: '9090', ADMIN_HOST: '10.0.0.5' }).admin.host).toBe('10.0.0.5');
});

test('SIGN_UP accepts a mail domain only when a mail server is configured', () => {
  const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'team@example.org' };
  expect(readConfig({ SIGN_UP: 'Example.ORG', ...mail }).signUp).toEqual({
    kind: 'domain',
    domain: 'example.org',
  });
  expect(() => readConfig({ SIGN_UP: 'Example.ORG' })).toThrow(
    /SIGN_UP names a mail domain, and without SMTP_URL/,
  );
});

test('parses SMTP_URL, and requires MAIL_FROM with it', () => {
  const mail = readConfig({
    SMTP_URL: 'smtp://me%40x:p%3Aw@mail.example.org',
    MAIL_FROM: 'team@example.org',
  }).mail;
  const login = { user: 'me@x', password: 'p:w' };
  expect(mail).toEqual({
    server: { host: 'mail.example.org', port: 587, secure: false, login },
    from: 'team@example.org',
    sales: null,
    support: null,
    language: 'en',
  });
  expect(
    readConfig({ SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'a@example.org' }).mail.server,
  ).toMatchObject({
    port: 465,
  });
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.org' })).toThrow(
    '  MAIL_FROM has to be set if SMTP_URL is set',
  );
});

test('errors about a URL do not contain its password', () => {
  const read = () =>
    readConfig({ SMTP_URL: 'smtp//me:secret@mail', DATABASE_URL: 'mysql://me:secret@host/x' });
  expect(read).toThrow('mysql://…@host/x');
  expect(read).not.toThrow('secret');
});

test('a Redis requires an external database', () => {
  const REDIS_URL = 'redis://:secret@host:6379';
  expect(() => readConfig({ REDIS_URL })).toThrow('DATABASE_URL has to be set if REDIS_URL is set');
  const DATABASE_URL = 'postgres://host/name';
  expect(readConfig({ REDIS_URL, DATABASE_URL }).redisUrl).toBe(REDIS_URL);
  expect(() => readConfig({ REDIS_URL: 'http://host', DATABASE_URL })).toThrow('REDIS_URL');
});

test('.env.example describes exactly the existing settings (npx vitest run -u writes it)', async () => {
  expect(existsSync(example)).toBe(true);
  await expect(writeEnvExample()).toMatchFileSnapshot(example);
  expect(writeEnvExample().match(/^#[A-Z_0-9]+=/gm)).toHaveLength(settings.length);
});
