import { expect, test } from 'vitest';
import { isDatabaseUnavailable, violatedUnique } from './faults.ts';

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error('x'), { code, ...more });
}

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  '08006',
  '25006',
  '25P03',
  '40001',
  '40P01',
  '53100',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
])('%s is a fault', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true);
});

test.each([
  '22P02',
  '23505',
  '25001',
  '25P02',
  '40002',
  '42703',
  '42P01',
  '55000',
  '57000',
  'ERR_INVALID_ARG_TYPE',
])('%s is not a fault', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(false);
});

test('recognizes driver errors without a code by their message', () => {
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
  expect(isDatabaseUnavailable(new TypeError('x is not a function'))).toBe(false);
  expect(isDatabaseUnavailable('ECONNREFUSED')).toBe(false);
});

test('returns the name of a violated unique constraint', () => {
  expect(violatedUnique(withCode('23505', { constraint: 'users_email_key_key' }))).toBe(
    'users_email_key_key',
  );
  expect(violatedUnique(withCode('23503', { constraint: 'users_email_key_key' }))).toBe(null);
});
