import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCsrf } from './csrf.ts';

const csrf = createCsrf(randomBytes(32).toString('base64url'));
const [a, b] = [{ sessionId: 'a' }, { sessionId: 'b' }];

describe('a CSRF token', () => {
  test('is valid for its own session only, and not without a session', () => {
    const token = csrf.tokenFor(a, null);
    expect(csrf.holds(a, token, null)).toBe(true);
    expect(csrf.holds(b, token, token)).toBe(false);
    expect(csrf.holds('signed_out', token, token)).toBe(false);
  });

  test('fetched without a session is valid for signing in only with the cookie that came with it', () => {
    const [token, other] = [csrf.tokenFor('signed_out', null), csrf.tokenFor('signed_out', null)];
    expect(csrf.holds('signed_out', token, token)).toBe(true);
    expect(csrf.holds('signed_out', token, null)).toBe(false);
    expect(csrf.holds('signed_out', token, other)).toBe(false);
    expect(csrf.holds(a, token, token)).toBe(false);
  });

  test('is reused while it is valid, and replaced otherwise', () => {
    const token = csrf.tokenFor(a, null);
    expect(csrf.tokenFor(a, token)).toBe(token);
    expect(csrf.tokenFor(b, token)).not.toBe(token);
  });

  test('of a server with another secret is invalid', () => {
    const token = createCsrf(randomBytes(32).toString('base64url')).tokenFor(a, null);
    expect(csrf.holds(a, token, token)).toBe(false);
  });

  test.each(['', '.', 'a', 'a.b', 'a.b.c', '\u0000.\u0000', 'é.é', 'x'.repeat(10_000)])(
    'is invalid if it is malformed: %j',
    (token) => {
      expect(csrf.holds(a, token, token)).toBe(false);
      expect(csrf.holds('signed_out', token, token)).toBe(false);
    },
  );
});
