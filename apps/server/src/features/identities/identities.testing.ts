import type { IdentityProvider, NewIdentityProvider } from '@longhand/contract';
import { openTestApp, type Member, type TestApp, type TestBrowser } from '../../app.testing.ts';
import { openTestSmtp, textOf, type TestSmtp } from '../../mail/smtp.testing.ts';
import { openProviderBrowser, openTestProvider, type TestProvider } from './oidc.testing.ts';

/** A response, whose type a test shows by its expectations. */
export type Answered = { status: number; body: Record<string, unknown> & { code?: string } };

/** Longhand with an administrator, a mail server and an identity provider that it knows. */
export type IdentityStage = {
  readonly host: TestApp;
  readonly smtp: TestSmtp;
  readonly provider: TestProvider;
  readonly admin: Member;
  /** The provider as Longhand stores it. */
  readonly known: IdentityProvider;
  /** Adds another registration of the test provider, or changes the first one. */
  add(more?: Partial<NewIdentityProvider>, at?: TestProvider): Promise<IdentityProvider>;
  change(change: Partial<NewIdentityProvider>, of?: IdentityProvider): Promise<void>;
  /** Starts a sign-in. Returns the address of the provider. */
  start(browser: TestBrowser, of?: IdentityProvider): Promise<string>;
  end(
    browser: TestBrowser,
    answer: string,
    more?: { of?: IdentityProvider; invitation?: string },
  ): Promise<Answered>;
  /** Signs in as a person of the provider. Returns the response to the end of the sign-in. */
  signIn(
    browser: TestBrowser,
    person: string | null,
    more?: { of?: IdentityProvider; invitation?: string },
  ): Promise<Answered>;
  /** Adds a person at the provider, with a verified address. */
  newPerson(claims?: object): { subject: string; email: string };
  /** Returns the texts of the mails to an address. */
  mailsTo(email: string): Promise<string[]>;
  close(): Promise<void>;
};

let clients = 0;
let people = 0;

/** Starts Longhand with a mail server, and without limits that a test would reach. */
async function openHost(smtp: TestSmtp, settings: Record<string, string>): Promise<TestApp> {
  const many = '100000';
  const usual = { SMTP_URL: smtp.url, MAIL_FROM: 'team@longhand.test' };
  const limits = { LIMIT_LOGIN_ATTEMPTS: many, LIMIT_CALLS: many };
  return openTestApp({ ...usual, ...limits, ...settings }, { providerTimeoutMs: 1_000 });
}

/**
 * Returns a function that sets the clock of Longhand to that of the machine, as the provider has.
 */
function followClock(host: TestApp): () => void {
  let clock = Date.UTC(2026, 10, 20);
  return () => {
    const now = Date.now();
    host.pass(now - clock);
    clock = now;
  };
}

/** Adds a registration at a provider to Longhand and to the provider. */
async function addProvider(
  admin: Member,
  at: TestProvider,
  more: Partial<NewIdentityProvider>,
): Promise<IdentityProvider> {
  clients += 1;
  const [clientId, clientSecret] = [`longhand${clients}`, `secret of client ${clients}`];
  const given = { name: 'Example', issuer: at.issuer, createsAccounts: true, ...more };
  const body = { ...given, clientId, clientSecret };
  const made = await admin.call('POST', '/api/v1/admin/identity-providers', { body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const known = made.body as unknown as IdentityProvider;
  const { redirectUri, afterSignOutUri } = known;
  at.register({ clientId, clientSecret, redirectUri, afterSignOutUri });
  return known;
}

/** Returns the calls of a sign-in. `tick` is called before each. */
function signInCalls(known: IdentityProvider, tick: () => void) {
  const calls: Pick<IdentityStage, 'start' | 'end' | 'signIn'> = {
    async start(browser, of = known) {
      tick();
      const started = await browser.call('POST', `/api/v1/sign-in/${of.id}/start`);
      if (started.status !== 200) throw new Error(JSON.stringify(started.body));
      return (started.body as unknown as { url: string }).url;
    },
    async end(browser, answer, { of = known, invitation } = {}) {
      tick();
      const body = { answer, ...(invitation === undefined ? {} : { invitation }) };
      const ended = await browser.call('POST', `/api/v1/sign-in/${of.id}/end`, { body });
      return ended as unknown as Answered;
    },
    async signIn(browser, person, more = {}) {
      const url = await calls.start(browser, more.of);
      return calls.end(browser, await openProviderBrowser().signIn(url, person), more);
    },
  };
  return calls;
}

/** Opens the {@link IdentityStage}. */
export async function openIdentityStage(
  settings: Record<string, string> = {},
): Promise<IdentityStage> {
  const smtp = await openTestSmtp();
  const provider = await openTestProvider();
  const host = await openHost(smtp, settings);
  const tick = followClock(host);
  tick();
  const admin = await host.member('admin');
  const known = await addProvider(admin, provider, {});
  return {
    host,
    smtp,
    provider,
    admin,
    known,
    add: (more = {}, at = provider) => addProvider(admin, at, more),
    async change(change, of = known) {
      const url = `/api/v1/admin/identity-providers/${of.id}`;
      const { status } = await admin.call('PATCH', url, { body: change });
      if (status !== 200) throw new Error(`The provider was not changed: ${status}`);
    },
    ...signInCalls(known, tick),
    newPerson(claims = {}) {
      people += 1;
      const subject = `subject-${people}`;
      const email = `person${people}@corp.example`;
      const usual = { email, email_verified: true, name: `Person ${people}` };
      provider.people.set(subject, {
        ...usual,
        preferred_username: `person${people}`,
        ...claims,
      });
      return { subject, email };
    },
    async mailsTo(email) {
      await host.jobs.runDue();
      return smtp.taken.filter(({ to }) => to.includes(email)).map(textOf);
    },
    async close() {
      await host.close();
      await provider.close();
      await smtp.close();
    },
  };
}

/** Returns the signed-in user of a browser. */
export async function me(browser: TestBrowser) {
  return (await browser.call('GET', '/api/v1/user/me')).body;
}

/** Returns the newest entry of the audit log with an action. */
export async function lastAudit({ admin }: IdentityStage, action: string) {
  const list = await admin.call('GET', `/api/v1/admin/audit?action=${action}&limit=1`);
  return list.body.items[0] as unknown as { data: Record<string, unknown>; target: string };
}

/** Starts a sign-in in a browser, and follows it at the provider. Returns the answer. */
export async function answered(
  stage: IdentityStage,
  browser: TestBrowser,
  subject: string,
): Promise<string> {
  return openProviderBrowser().signIn(await stage.start(browser), subject);
}

/** Sets the provider and the sign-up rule of a stage back, after a test. */
export async function reset(stage: IdentityStage): Promise<void> {
  stage.provider.faults = {};
  await stage.change({
    linkRule: 'never',
    linkDomains: [],
    createsAccounts: true,
    accountDomains: [],
    isEnabled: true,
    groupsClaim: null,
  });
  await stage.admin.call('PUT', '/api/v1/admin/sign-up', { body: { mode: 'open' } });
}
