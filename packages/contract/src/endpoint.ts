import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/** The budgets against which calls are counted. What they allow is in the server's settings. Source: API, Limits. */
export type Budget = 'calls' | 'login' | 'registration' | 'csrf_token' | 'messages' | 'demo';

/**
 * One call of the HTTP API, as data: from it come the route, the parsed body and answer, the browser's typed call and the
 * OpenAPI document. `path` writes parameters in braces. `answer` null means 204 without a body.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  /** What it is for, as the OpenAPI document says it. */
  readonly summary: string;
  /** Who may call it at all; what a role allows is decided by the rules of access. */
  readonly access: 'public' | 'signed_in' | 'administrator';
  /** True where guests may call it, for their one document. To all other calls they are nobody. */
  readonly guests?: true;
  /** False where only a browser's session will do: who holds a token of somebody's must not get at the account itself. */
  readonly tokens?: false;
  /** True where people may call it whose address has to be confirmed before anything else. */
  readonly unconfirmed?: true;
  /** Whether it is refused while the disk is almost full. Without it, all but GET and DELETE are. */
  readonly stores?: boolean;
  /** False where the answer is no answer twice, as with a secret that is shown once: an `Idempotency-Key` is ignored. */
  readonly repeatable?: false;
  readonly budget: Budget;
  readonly params?: z.ZodObject;
  /** Unknown query parameters are ignored everywhere, because GETs carry a timestamp. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** True where the body may be left out altogether. */
  readonly bodyOptional?: true;
  /**
   * The body is files (`multipart/form-data`) instead of JSON; or it is whatever a mail program sends (`one_click`), which is not read: the
   * secret in the path says all, and neither cookie nor CSRF token is asked for. Source: RFC 8058.
   */
  readonly takes?: 'files' | 'one_click';
  readonly status: 200 | 201 | 202 | 204;
  readonly answer: z.ZodType | null;
  /** The answer is not JSON: a file, or events as long as the caller listens (`text/event-stream`). `answer` is null then. */
  readonly gives?: 'file' | 'events';
  /** What it may refuse beyond the rules that hold for every call (400, 401, 403 CSRF, 413, 415, 422, 429, 503, 507). */
  readonly refuses: readonly RefusalCode[];
};

/** Tells whether a call may store something new, for which the disk of the server needs room. */
export function needsRoom({ method, stores }: Pick<Endpoint, 'method' | 'stores'>): boolean {
  return stores ?? (method !== 'GET' && method !== 'DELETE');
}

/** Keeps the literal type of `endpoint`, so that calls and handlers are typed from it. */
export function endpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler of `E` is given: parameters, query and body, parsed. */
export type Received<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};

/** What the answer of `E` holds; `undefined` for 204. */
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined;

/** What a handler of `E` may return: the answer before it is parsed, so that no field leaks that is not in the contract. */
export type Reply<E extends Endpoint> = E['gives'] extends 'file'
  ? FileAnswer
  : E['answer'] extends z.ZodType
    ? z.input<E['answer']>
    : undefined;

/**
 * A file as an answer. `name` is what a browser saves it as. `inline`: whether it may be shown instead of saved; what people
 * uploaded is shown only where its type is known to be harmless.
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

/** What a caller of `E` has to give: only the parts that `E` has, and those that may be empty optionally. */
export type Asked<E extends Endpoint> = Given<'params', E['params']> & Given<'query', E['query']> & Given<'body', E['body']>;
