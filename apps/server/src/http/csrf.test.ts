import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCsrf } from './csrf.ts';

const csrf = createCsrf(randomBytes(32).toString('base64url'));
const [a, b] = [{ sessionId: 'a' }, { sessionId: 'b' }];

describe('a token', () => {
  test('holds for its session and for no other, nor without one', () => {
    const token = csrf.tokenFor(a, null);
    expect(csrf.holds(a, token, null)).toBe(true);
    expect(csrf.holds(b, token, token)).toBe(false);
    expect(csrf.holds('signed_out', token, token)).toBe(false);
  });

  test('fetched signed out works for signing in, in the browser that fetched it alone', () => {
    const [token, other] = [csrf.tokenFor('signed_out', null), csrf.tokenFor('signed_out', null)];
    expect(csrf.holds('signed_out', token, token)).toBe(true);
    expect(csrf.holds('signed_out', token, null)).toBe(false);
    expect(csrf.holds('signed_out', token, other)).toBe(false);
    expect(csrf.holds(a, token, token)).toBe(false);
  });

  test('is kept while it holds, and made anew when it does not', () => {
    const token = csrf.tokenFor(a, null);
    expect(csrf.tokenFor(a, token)).toBe(token);
    expect(csrf.tokenFor(b, token)).not.toBe(token);
  });

  test('of another server is none', () => {
    const token = createCsrf(randomBytes(32).toString('base64url')).tokenFor(a, null);
    expect(csrf.holds(a, token, token)).toBe(false);
  });

  test.each(['', '.', 'a', 'a.b', 'a.b.c', '\u0000.\u0000', 'é.é', 'x'.repeat(10_000)])(
    'is not %j',
    (token) => {
      expect(csrf.holds(a, token, token)).toBe(false);
      expect(csrf.holds('signed_out', token, token)).toBe(false);
    },
  );
});
