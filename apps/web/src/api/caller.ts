import { t } from '@lingui/core/macro';
import type { Answer, Asked, EndpointName, endpoints } from '@longhand/contract';
import { parseAnswer } from '../language/person-names.ts';
import { calling } from './constants.ts';
import { ApiFailure } from './failure.ts';
import type { Way } from './table.ts';

type Table = typeof endpoints;

/** Environment of the caller, replaceable in tests. `cookie` returns `document.cookie`. */
export type CallerOptions = {
  readonly table: Readonly<Record<EndpointName, Way>>;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly cookie: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
};

/**
 * Author of the request: if the session belongs to another user by now, the server refuses it with
 * 401.
 */
export type Meant = { readonly as?: string };

/**
 * Calls an endpoint of the contract and returns the response; rejects with {@link ApiFailure}.
 * Sends cookies, bypasses the HTTP cache, adds the time in milliseconds to GETs, and the CSRF token
 * to all others.
 */
export type Call = <Name extends EndpointName>(
  name: Name,
  asked: Asked<Table[Name]> & Meant,
  signal?: AbortSignal,
) => Promise<Answer<Table[Name]>>;

/**
 * Creates a {@link Call}. Changes of one path are sent one after the other: requests in parallel
 * may reach the server in another order, and the older value would be stored last.
 */
export function createCaller(options: CallerOptions): Call {
  const inOrder = createQueues();
  return async (name, asked, signal) => {
    const endpoint = options.table[name];
    const act = () => ask(options, endpoint, asked, signal);
    const text =
      endpoint.method === 'GET' ? await act() : await inOrder(pathOf(endpoint, asked), act);
    return readAnswer(text) as Answer<Table[typeof name]>;
  };
}

/** Creates a function that runs acts with the same key one after the other. */
function createQueues(): (key: string, act: () => Promise<string>) => Promise<string> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, act) => {
    const result = (last.get(key) ?? Promise.resolve()).then(act);
    const settled = result.catch(() => undefined);
    last.set(key, settled);
    await settled;
    if (last.get(key) === settled) last.delete(key);
    return result;
  };
}

/** Sends a request, with a new CSRF token if necessary, and returns the body of the response. */
async function ask(
  options: CallerOptions,
  endpoint: Way,
  asked: Given,
  signal?: AbortSignal,
): Promise<string> {
  for (let retries = 0; ; retries += 1) {
    const { status, text, sentence } = await send(options, endpoint, asked, signal);
    if (status >= 200 && status < 300) return text;
    const isCsrf = status === 403 && /csrf/i.test(text);
    if (!isCsrf || retries === calling.csrfRetries) throw new ApiFailure(status, text, sentence);
    await fetchToken(options, signal);
    await options.wait(calling.csrfWait);
  }
}

/** Request data without its endpoint's types. */
export type Given = Meant & { params?: unknown; query?: unknown; body?: unknown };
type Sent = { status: number; text: string; sentence?: string };

/**
 * Message for the user instead of the browser's own ('Failed to fetch'), which explains nothing.
 */
const unreachable = t`The server cannot be reached. Check the connection and try again.`;

async function send(
  options: CallerOptions,
  endpoint: Way,
  asked: Given,
  signal?: AbortSignal,
): Promise<Sent> {
  const headers = new Headers({ Accept: 'application/json' });
  if (endpoint.method !== 'GET') {
    if (tokenIn(options.cookie()) === null) await fetchToken(options, signal);
    headers.set('X-XSRF-TOKEN', tokenIn(options.cookie()) ?? '');
  }
  if (asked.body !== undefined) headers.set('Content-Type', 'application/json');
  const body = asked.body === undefined ? null : JSON.stringify(asked.body);
  return request(
    options,
    addressOf(endpoint, asked, options.now()),
    { method: endpoint.method, headers, body },
    signal,
  );
}

async function request(
  { fetch }: CallerOptions,
  address: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Sent> {
  try {
    const response = await fetch(address, {
      ...init,
      credentials: 'include',
      cache: 'no-store',
      signal: signal ?? null,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    return {
      status: 500,
      text: error instanceof Error ? error.message : t`Network error`,
      sentence: unreachable,
    };
  }
}

async function fetchToken(options: CallerOptions, signal?: AbortSignal): Promise<void> {
  const address = addressOf(options.table.getCsrfToken, {}, options.now());
  const { status, text, sentence } = await request(options, address, { method: 'GET' }, signal);
  if (status !== 200) throw new ApiFailure(status, text, sentence);
}

/** Returns the CSRF token from the cookie `XSRF-TOKEN`, or null. */
export function tokenIn(cookies: string): string | null {
  const found = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1];
  return found ? decodeURIComponent(found) : null;
}

type Named = Readonly<Record<string, unknown>>;

/** Returns the URL of a call with its path and query parameters; a GET includes the time. */
export function addressOf(endpoint: Way, asked: Given, now: number): string {
  const { query = {}, as } = asked;
  const path = pathOf(endpoint, asked);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Named))
    if (value !== undefined && value !== null) search.set(name, String(value));
  if (as !== undefined) search.set('as', as);
  if (endpoint.method === 'GET') search.set('_', String(now));
  return search.size === 0 ? path : `${path}?${search}`;
}

function pathOf(endpoint: Way, { params = {} }: Given): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Named)[name])),
  );
}

/** Parses a response: an empty body is null; HTML and other non-JSON throws a separate error. */
function readAnswer(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return parseAnswer(text);
  } catch (error) {
    throw new Error('The server sent a response that is not JSON. Reload the page and try again.', {
      cause: error,
    });
  }
}
