import { expect, test } from 'vitest';
import { isDatabaseUnavailable, violatedUnique } from './faults.ts';

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error('x'), { code, ...more });
}

test.each(['ECONNREFUSED', 'ENOENT', '57P01', '57P03', '08006', '53300', '53100', '40P01'])(
  '%s is a fault',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  },
);

test.each(['23505', '22P02', '42703', '42P01', 'ERR_INVALID_ARG_TYPE'])('%s is none', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(false);
});

test('what the driver says without a code is known by its words', () => {
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
  expect(isDatabaseUnavailable(new TypeError('x is not a function'))).toBe(false);
  expect(isDatabaseUnavailable('ECONNREFUSED')).toBe(false);
});

test('a violated unique constraint is told by its name', () => {
  expect(violatedUnique(withCode('23505', { constraint: 'users_email_key_key' }))).toBe(
    'users_email_key_key',
  );
  expect(violatedUnique(withCode('23503', { constraint: 'users_email_key_key' }))).toBe(null);
});
