import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { refusals, type FieldError, type Problem, type RefusalCode } from '@longhand/contract';
import { isDatabaseUnavailable } from '../db/faults.ts';
import { Fault } from '../platform/fault.ts';
import { Refusal } from '../platform/refusal.ts';

/** Seconds after which a try makes sense while the database is away: a restart takes about one. */
const retryAfterFaultSeconds = 2;

/** What an error is to the caller: a refusal of the catalogue, and what goes with it. */
type Answer = { code: RefusalCode; errors?: readonly FieldError[]; retryAfterSeconds?: number };

/** The errors of Fastify that a caller can cause, by the HTTP status that it gives them. */
const byStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'malformed',
  404: 'not_found',
  413: 'too_large',
  414: 'not_found',
  415: 'wrong_type',
};

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_ERR_');
}

/** Sorts an error into its kind: refusal, fault or, for whatever else, bug. */
export function answerTo(error: unknown): Answer {
  if (error instanceof Refusal) return { code: error.code, ...error.details };
  if (error instanceof Fault || isDatabaseUnavailable(error))
    return { code: 'not_ready', retryAfterSeconds: retryAfterFaultSeconds };
  const code = isFastifyError(error) ? byStatus[error.statusCode ?? 500] : undefined;
  return { code: code ?? 'bug' };
}

/** The problem document of a refusal. `type` is an address that tells the code and need not be fetched. `errors`, unless the catalogue says what field it is about. Source: RFC 9457. */
export function problemOf(code: RefusalCode, requestId: string, errors?: readonly FieldError[]): Problem {
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
export function sendProblem(reply: FastifyReply, requestId: string, { code, errors, retryAfterSeconds }: Answer): FastifyReply {
  const problem = problemOf(code, requestId, errors);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .serializer((document: unknown) => JSON.stringify(document))
    .type('application/problem+json')
    .send(problem);
}

/**
 * The one handler of errors: every error of every call passes here. A bug says nothing outside and everything in the log,
 * where the request id finds it; a refusal is no news.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerTo(error);
  if (answer.code === 'bug') request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'bug');
  if (answer.code === 'not_ready') request.log.warn({ err: error }, 'fault');
  return sendProblem(reply, request.id, answer);
}
