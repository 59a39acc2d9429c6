import {
  endpoints,
  type Answer,
  type Asked,
  type Endpoint,
  type EndpointName,
  type Problem,
  type User,
} from '@longhand/contract';
import { setTimeout as sleep } from 'node:timers/promises';

/** A signed-in user who uses the API as a program does. */
export type Person = {
  readonly user: User;
  /** Returns the `Cookie` header with the user's session. */
  cookie(): string;
  /**
   * Calls an endpoint of the contract. Rejects with {@link CallRefused} if the response is an
   * error. A reading call that a busy server refuses is repeated three times.
   */
  call<N extends EndpointName>(
    name: N,
    asked?: Asked<(typeof endpoints)[N]>,
  ): Promise<Answer<(typeof endpoints)[N]>>;
};

/** Error for a call whose response is a problem document. */
export class CallRefused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** Password of all users that {@link signUp} creates. */
export const password = 'correct horse battery staple';

type CookieJar = Map<string, string>;

/** Creates an account and signs in. */
export async function signUp(url: string, username: string, name = username): Promise<Person> {
  return authenticate(url, 'register', {
    body: { username, name, email: `${username}@example.org`, password },
  });
}

/** Signs in a user who has an account. */
export async function signIn(url: string, username: string, secret = password): Promise<Person> {
  return authenticate(url, 'login', { body: { username, password: secret } });
}

/** Joins the document of a guest link, under a name and without an account. */
export async function enterAsGuest(
  url: string,
  entry: { token: string; name: string; password?: string },
): Promise<Pick<Person, 'cookie' | 'call'>> {
  return authenticate(url, 'enterAsGuest', { body: entry });
}

async function authenticate(
  url: string,
  name: 'register' | 'login' | 'enterAsGuest',
  asked: unknown,
): Promise<Person> {
  const jar: CookieJar = new Map();
  await send(url, jar, endpoints.getCsrfToken, {});
  const user = (await send(url, jar, endpoints[name], asked as Parts)) as User;
  return {
    user,
    cookie: () => cookieOf(jar),
    call: async (call, input) =>
      (await send(url, jar, endpoints[call], (input ?? {}) as Parts)) as never,
  };
}

/** Delay before a call that a busy server has refused is repeated (ms). */
const retryAfter = 1_000;

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

async function send(
  url: string,
  jar: CookieJar,
  endpoint: Endpoint,
  parts: Parts,
  tries = 4,
): Promise<unknown> {
  const { params, query, body } = parts;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, key: string) =>
    encodeURIComponent(String(params?.[key])),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const response = await fetch(`${url}${path}?${search}`, {
    method: endpoint.method,
    headers: {
      cookie: cookieOf(jar),
      'x-xsrf-token': decodeURIComponent(jar.get('XSRF-TOKEN') ?? ''),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  const text = await response.text();
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return answer;
  const problem = answer as Problem;
  // Pages repeat these calls too.
  if (tries > 1 && problem.code === 'not_ready' && endpoint.method === 'GET') {
    await sleep(retryAfter);
    return send(url, jar, endpoint, parts, tries - 1);
  }
  throw new CallRefused(problem);
}

function cookieOf(jar: CookieJar): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}
