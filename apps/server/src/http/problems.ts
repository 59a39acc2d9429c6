import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { refusals, type FieldError, type Problem, type RefusalCode } from '@longhand/contract';
import { isFault } from '../db/log-failure.ts';
import { Refusal } from '../platform/refusal.ts';

/** Retry delay while the database is unavailable (s). A restart takes about one second. */
const retryAfterFaultSeconds = 2;

/** Representation of an error for the client: a refusal of the catalogue and its details. */
type Answer = { code: RefusalCode; errors?: readonly FieldError[]; retryAfterSeconds?: number };

/** Fastify errors that a client can cause, by their HTTP status. */
const byStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'malformed',
  404: 'not_found',
  413: 'too_large',
  414: 'not_found',
  415: 'wrong_type',
};

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_ERR_')
  );
}

/** Classifies an error as a refusal, a fault or, for all others, a bug. */
export function answerTo(error: unknown): Answer {
  if (error instanceof Refusal) return { code: error.code, ...error.details };
  if (isFault(error)) return { code: 'not_ready', retryAfterSeconds: retryAfterFaultSeconds };
  const code = isFastifyError(error) ? byStatus[error.statusCode ?? 500] : undefined;
  return { code: code ?? 'bug' };
}

/**
 * Returns the problem document of a refusal. `type` is a URN with the code and cannot be fetched.
 * `errors` defaults to the field named in the catalogue. Source: RFC 9457.
 */
export function problemOf(
  code: RefusalCode,
  requestId: string,
  errors?: readonly FieldError[],
): Problem {
  const refusal = refusals[code];
  const { status, title, detail } = refusal;
  const wrong = errors ?? ('field' in refusal ? [{ path: refusal.field, message: detail }] : []);
  return {
    type: `urn:longhand:problem:${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    ...(wrong.length > 0 ? { errors: [...wrong] } : {}),
  };
}

/** Sends a problem document. */
export function sendProblem(
  reply: FastifyReply,
  requestId: string,
  { code, errors, retryAfterSeconds }: Answer,
): FastifyReply {
  const problem = problemOf(code, requestId, errors);
  if (retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .serializer((document: unknown) => JSON.stringify(document))
    .type('application/problem+json')
    .send(problem);
}

/**
 * The only error handler: all errors of all calls pass here. A bug is logged completely with its
 * request id, and the response contains no details. A refusal is not logged.
 */
export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = answerTo(error);
  if (answer.code === 'bug')
    request.log.error(
      { err: error, method: request.method, route: request.routeOptions.url },
      'bug',
    );
  if (answer.code === 'not_ready') request.log.warn({ err: error }, 'fault');
  return sendProblem(reply, request.id, answer);
}
