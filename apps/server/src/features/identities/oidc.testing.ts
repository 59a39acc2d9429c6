import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose';
import Provider, { interactionPolicy, type Context } from 'oidc-provider';

/** Claims about a person of the test provider, by subject. */
export type TestPerson = {
  email?: string;
  email_verified?: boolean;
  name?: string;
  preferred_username?: string;
  groups?: string[];
};

/** Registration of Longhand at the test provider. */
export type TestClient = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  afterSignOutUri?: string;
  signOutUri?: string;
};

/** Deliberate faults of the test provider, all off by default. */
export type Faults = {
  /** Changes the claims of ID tokens, which are signed again with the key of the provider. */
  claims?: (claims: JWTPayload) => JWTPayload;
  /** Signs ID tokens with a key that the provider does not publish. */
  unknownKey?: boolean;
  /** Replaces ID tokens, as a server between Longhand and the provider can. */
  token?: (claims: JWTPayload) => string;
  /** Issuer in its description. */
  issuer?: string;
  /** Does not respond to these paths. */
  silent?: RegExp;
  /** Response to these paths in place of the usual one. */
  answer?: { path: RegExp; status: number; body: string };
};

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), alg: 'RS256', use: 'sig' };
}

/** Page on which a person signs in: a button for each, and one to cancel. */
function signInPage(people: ReadonlyMap<string, TestPerson>): string {
  const button = (name: string, label: string) =>
    `<button name="person" value="${name}">${label}</button>`;
  const buttons = [...people].map(([subject, { name }]) => button(subject, name ?? subject));
  return `<!doctype html><html lang="en"><title>Provider</title><h1>Sign in at the provider</h1>
    <form method="post">${buttons.join('')}${button('', 'Cancel')}</form></html>`;
}

async function readForm(ctx: Context): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Page on which a person confirms the sign-out. */
async function signOutPage(ctx: Context, form: string): Promise<void> {
  ctx.body = `<!doctype html><html lang="en"><title>Provider</title><h1>Sign out?</h1>${form}
    <button type="submit" form="op.logoutForm" value="yes" name="logout">Yes, sign out</button></html>`;
}

/** Steps of a sign-in: a person who was deleted has to sign in again, which is not possible. */
function policy(): object {
  const { base, Check } = interactionPolicy;
  const isDeleted = ({ oidc }: Context) =>
    oidc?.session?.accountId !== undefined && oidc.account === undefined;
  const steps = base();
  steps.get('login').checks.add(new Check('deleted', 'The person was deleted', isDeleted));
  return steps;
}

const features = {
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: { enabled: true, logoutSource: signOutPage },
};

function configurationOf(
  {
    people,
    clients,
    keys,
  }: {
    people: ReadonlyMap<string, TestPerson>;
    clients: readonly TestClient[];
    keys: readonly JWK[];
  },
  providerOf: () => Provider,
): object {
  return {
    clients: clients.map((client) => ({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uris: [client.redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      ...(client.afterSignOutUri && { post_logout_redirect_uris: [client.afterSignOutUri] }),
      backchannel_logout_uri: client.signOutUri ?? 'http://127.0.0.1:9/',
      backchannel_logout_session_required: true,
    })),
    jwks: { keys },
    cookies: { keys: ['of the test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    // By default, addresses of this machine are refused.
    fetch: (url: string, { method, headers, body }: RequestInit) =>
      fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }),
    findAccount: (_ctx: Context, subject: string) => {
      const person = people.get(subject);
      return person && { accountId: subject, claims: () => ({ sub: subject, ...person }) };
    },
    interactions: {
      url: (_ctx: Context, { uid }: { uid: string }) => `/interaction/${uid}`,
      policy: policy(),
    },
    async loadExistingGrant({ oidc }: Context) {
      const grant = new (providerOf().Grant)({
        clientId: oidc?.client?.clientId,
        accountId: oidc?.session?.accountId,
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
    features,
  };
}

/** A real identity provider on this machine, for tests. */
export class TestProvider {
  readonly people = new Map<string, TestPerson>();
  /** Number of requests, by path. */
  readonly asked = new Map<string, number>();
  faults: Faults = {};
  readonly issuer: string;
  readonly #server: Server;
  readonly #clients: TestClient[] = [];
  readonly #foreignKey: JWK;
  #key: JWK;
  #listener: RequestListener = () => undefined;

  constructor(server: Server, issuer: string, [key, foreignKey]: readonly [JWK, JWK]) {
    this.issuer = issuer;
    this.#server = server;
    this.#key = key;
    this.#foreignKey = foreignKey;
    server.on('request', (request, response) => this.#listener(request, response));
    this.#start();
  }

  /** Registers a client. Sign-ins that were started continue. */
  register(client: TestClient): void {
    this.#clients.push(client);
    this.#start();
  }

  /** Replaces the signing key. */
  async rotateKeys(): Promise<void> {
    this.#key = await newKey();
    this.#start();
  }

  /** Signs a token with the key of the provider. */
  async sign(claims: JWTPayload, header: { typ?: string } = {}, key = this.#key): Promise<string> {
    const signing = await importJWK(key, 'RS256');
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', ...header })
      .sign(signing);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #start(): void {
    const given = { people: this.people, clients: this.#clients, keys: [this.#key] };
    const provider: Provider = new Provider(
      this.issuer,
      configurationOf(given, () => provider),
    );
    provider.use(async (ctx, next) => {
      const { faults } = this;
      this.asked.set(ctx.path, (this.asked.get(ctx.path) ?? 0) + 1);
      if (faults.silent?.test(ctx.path)) return void (ctx.respond = false);
      if (faults.answer?.path.test(ctx.path)) {
        ctx.status = faults.answer.status;
        ctx.type = 'json';
        ctx.body = faults.answer.body;
        return;
      }
      if (ctx.path.startsWith('/interaction/')) return this.#interact(ctx, provider);
      await next();
      await this.#spoil(ctx);
    });
    this.#listener = provider.callback();
  }

  /** Shows the page of a sign-in, and ends it as the person chooses. */
  async #interact(ctx: Context, provider: Provider): Promise<void> {
    if (ctx.method !== 'POST') {
      ctx.type = 'html';
      ctx.body = signInPage(this.people);
      return;
    }
    const subject = (await readForm(ctx)).get('person') ?? '';
    ctx.respond = false;
    const result = this.people.has(subject)
      ? { login: { accountId: subject } }
      : { error: 'access_denied', error_description: 'The person cancelled, or was deleted' };
    const options = { mergeWithLastSubmission: false };
    await provider.interactionFinished(ctx.req, ctx.res, result, options);
  }

  /** Applies the faults to the response to a request. */
  async #spoil(ctx: Context): Promise<void> {
    const { faults } = this;
    if (ctx.path.endsWith('/openid-configuration') && faults.issuer)
      ctx.body = { ...(ctx.body as object), issuer: faults.issuer };
    const body = ctx.body as { id_token?: string } | null;
    if (ctx.path !== '/token' || !body?.id_token) return;
    const claims = decodeJwt(body.id_token);
    if (faults.token) ctx.body = { ...body, id_token: faults.token(claims) };
    if (!faults.claims && !faults.unknownKey) return;
    const changed = faults.claims?.(claims) ?? claims;
    const key = faults.unknownKey ? this.#foreignKey : this.#key;
    ctx.body = { ...body, id_token: await this.sign(changed, {}, key) };
  }
}

/** Starts an identity provider on `host`, which is also the host of its issuer. */
export async function openTestProvider(host = '127.0.0.1'): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  return new TestProvider(server, issuer, [await newKey(), await newKey()]);
}

/** A browser at the provider: it keeps the session there. */
export type ProviderBrowser = {
  /**
   * Follows a started sign-in as a person, or cancels it for null. Returns the query with which the
   * provider sends the browser back.
   */
  signIn(url: string, person: string | null): Promise<string>;
  /** Signs out at the provider. */
  signOut(issuer: string): Promise<void>;
};

/** Opens a browser at the test provider. */
export function openProviderBrowser(): ProviderBrowser {
  const cookies = new Map<string, string>();

  async function send(url: URL, body?: URLSearchParams): Promise<Response & { page: string }> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      ...(body && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return Object.assign(response, { page: await response.text() });
  }

  return {
    async signIn(start, person) {
      const { origin } = new URL(start);
      let url = new URL(start);
      for (let steps = 0; steps < 10; steps += 1) {
        const isPage = url.pathname.startsWith('/interaction/');
        const response = await send(
          url,
          isPage ? new URLSearchParams({ person: person ?? '' }) : undefined,
        );
        const next = response.headers.get('location');
        if (next === null) throw new Error(`${url} was answered with ${response.status}`);
        url = new URL(next, url);
        if (url.origin !== origin) return url.search.slice(1);
      }
      throw new Error('The provider does not send the browser back');
    },
    async signOut(issuer) {
      const { page } = await send(new URL('/session/end', issuer));
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
      if (xsrf === undefined) throw new Error(`The provider does not ask: ${page}`);
      const body = new URLSearchParams({ xsrf, logout: 'yes' });
      const { status } = await send(new URL('/session/end/confirm', issuer), body);
      if (status >= 400) throw new Error(`The provider answered ${status}`);
    },
  };
}
