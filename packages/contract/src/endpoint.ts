import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/** Rate limits that calls count against. The limits are in the server's settings. */
export type RateLimit = 'calls' | 'login' | 'registration' | 'csrf_token' | 'messages' | 'demo';

/**
 * Declarative definition of one call of the HTTP API. The route, the parsing of body and response,
 * the typed client and the OpenAPI document are derived from it. `path` has parameters in braces.
 * `answer` null: 204 without a body.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  /** Summary for the OpenAPI document. */
  readonly summary: string;
  /** Authentication required for the call. Role checks are separate. */
  readonly access: 'public' | 'signed_in' | 'administrator';
  /**
   * True if guests may call it for their one document. All other calls treat them as
   * unauthenticated.
   */
  readonly guests?: true;
  /**
   * False if only a browser session may call it: the holder of an access token must not control the
   * account itself.
   */
  readonly tokens?: false;
  /** True if accounts that must confirm their email address first may call it. */
  readonly unconfirmed?: true;
  /** True if users may call it who must add a second factor first. */
  readonly withoutFactor?: true;
  /**
   * True if it is refused while the disk is almost full. Default: all methods except GET and
   * DELETE.
   */
  readonly stores?: boolean;
  /**
   * False if the response cannot be repeated, such as a secret that is shown once:
   * `Idempotency-Key` is ignored.
   */
  readonly repeatable?: false;
  readonly rateLimit: RateLimit;
  readonly params?: z.ZodObject;
  /** Query parameters. Unknown ones are always ignored, because GET requests carry a timestamp. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** True if the body is optional. */
  readonly bodyOptional?: true;
  /**
   * Body type if it is not JSON. `files`: `multipart/form-data`. `one_click`: any body sent by a
   * mail program, which is not read; the secret in the path is sufficient, without cookie or CSRF
   * token. Source: RFC 8058. `form`: `application/x-www-form-urlencoded` fields sent by another
   * server, whose proof is in them, without cookie or CSRF token.
   */
  readonly takes?: 'files' | 'one_click' | 'form';
  readonly status: 200 | 201 | 202 | 204;
  readonly answer: z.ZodType | null;
  /**
   * Response type if it is not JSON: a file, or an event stream that stays open
   * (`text/event-stream`). `answer` is null then.
   */
  readonly gives?: 'file' | 'events';
  /**
   * Refusals besides those common to all calls (400, 401, 403 CSRF, 413, 415, 422, 429, 503, 507).
   */
  readonly refuses: readonly RefusalCode[];
};

/** True if a call may store new data, and so needs disk space on the server. */
export function needsRoom({ method, stores }: Pick<Endpoint, 'method' | 'stores'>): boolean {
  return stores ?? (method !== 'GET' && method !== 'DELETE');
}

/**
 * True if calls are sent by another program than our pages: cookies give them no rights, and no
 * CSRF token is expected.
 */
export function isForeign({ takes }: Pick<Endpoint, 'takes'>): boolean {
  return takes === 'one_click' || takes === 'form';
}

/** Returns `endpoint` with its literal type, from which calls and handlers are typed. */
export function endpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Input of the handler of `E`: parsed parameters, query and body. */
export type Received<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};

/** Parsed response of `E`; `undefined` for 204. */
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType
  ? z.output<E['answer']>
  : undefined;

/**
 * Return type of the handler of `E`: the response before parsing, which removes fields that are not
 * in the contract.
 */
export type Reply<E extends Endpoint> = E['gives'] extends 'file'
  ? FileAnswer
  : E['answer'] extends z.ZodType
    ? z.input<E['answer']>
    : undefined;

/**
 * A file response. `name`: file name for saving. `inline`: true if browsers may display it instead
 * of saving it; uploaded files are displayed only if their type is known to be harmless.
 */
export type FileAnswer = {
  readonly type: string;
  readonly name: string;
  readonly inline?: boolean;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  readonly length?: number;
};

type Given<Name extends string, S> = S extends z.ZodType
  ? {} extends Sent<S>
    ? { [K in Name]?: Sent<S> }
    : { [K in Name]: Sent<S> }
  : {};

/**
 * Arguments of a call to `E`: only the parts that `E` has; a part is optional if all of its fields
 * are.
 */
export type Asked<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>;
