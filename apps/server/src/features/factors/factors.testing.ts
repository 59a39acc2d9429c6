import { Secret, TOTP } from 'otpauth';
import type { AddedFactor, PendingSignIn, StartedOneTimeCodes } from '@longhand/contract';
import {
  testPassword,
  type TestApp,
  type TestAnswer,
  type TestBrowser,
} from '../../app.testing.ts';

const own = '/api/v1/user/factors';

/** Confirms the session of a test user with the password. */
export function confirm(browser: TestBrowser): Promise<TestAnswer> {
  return browser.call('POST', '/api/v1/user/confirm', { body: { currentPassword: testPassword } });
}

/** Signs in with the password of all test users. */
export function signIn(browser: TestBrowser, username: string): Promise<TestAnswer> {
  const body = { username, password: testPassword };
  return browser.call('POST', '/api/v1/login', { body });
}

/** Returns which factors a sign-in waits for, or undefined if it has ended. */
export function waitingFor(answer: TestAnswer): PendingSignIn['secondFactor'] | undefined {
  return (answer.body as unknown as Partial<PendingSignIn>).secondFactor;
}

/** An authenticator app with one secret, on the clock of a test. */
export type AuthenticatorApp = {
  readonly secret: string;
  /** Returns the code that is valid a number of time steps from now. */
  code(stepsFromNow?: number): string;
};

/** Creates an authenticator app. */
export function openAuthenticatorApp(now: () => number, secret: string): AuthenticatorApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    secret,
    code: (stepsFromNow = 0) => totp.generate({ timestamp: now() + stepsFromNow * 30_000 }),
  };
}

/** Adds one-time codes to the account of a test user, and moves on to the next time step. */
export async function addOneTimeCodes(
  host: Pick<TestApp, 'pass' | 'now'>,
  browser: TestBrowser,
): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] | null }> {
  await confirm(browser);
  const started = await browser.call('POST', `${own}/one-time-codes`);
  const { secret } = started.body as unknown as StartedOneTimeCodes;
  const app = openAuthenticatorApp(host.now, secret);
  const added = await browser.call('POST', `${own}/one-time-codes/activate`, {
    body: { code: app.code() },
  });
  if (added.status !== 200) throw new Error(`No codes: ${JSON.stringify(added.body)}`);
  host.pass(30_000);
  return { app, ...(added.body as unknown as AddedFactor) };
}
